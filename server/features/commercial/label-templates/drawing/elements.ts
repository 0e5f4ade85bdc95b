import type {
  ElementOf,
  LabelCondition,
  LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { QUIET_MODULES, type Barcode } from './barcode.ts'
import { LabelError } from './label-error.ts'
import { MAXICODE } from './maxicode.ts'
import { printable } from './model.ts'
import { turned, type LabelOp } from './ops.ts'
import type { Picture } from './picture.ts'
import { setAddress, setText, type Area } from './set-text.ts'
import { symbolFor, type Matrix } from './symbols.ts'
import type { LabelValues } from './values.ts'

/** Dots per millimetre of what prints it, and whether bars may also lie between them (PDF). */
export interface Raster {
  readonly dots: number
  readonly between: boolean
}

/** Called with elements whose text ends in an ellipsis, where that is allowed. */
export type OnCut = (element: LabelElement) => void

/**
 * Draws one element. @throws LabelError where its bars cannot hold the data or the box not the
 * bars, or where a text does not fit that may not be cut.
 */
export type Drawer = (values: LabelValues, raster: Raster, ops: LabelOp[], onCut?: OnCut) => void

export type Pictures = ReadonlyMap<string, Picture>

/** Least width of a bar in mm that a gun reads well; modules are read by cameras. */
export const LEAST_BAR = 0.33
const LEAST_MODULE = 0.25

export function drawerOf(element: LabelElement, pictures: Pictures): Drawer {
  const draw = turnedInto(element, contentOf(element, pictures))
  if (element.when.length === 0) return draw
  return (values, raster, ops, onCut) => {
    if (holds(element.when, values)) draw(values, raster, ops, onCut)
  }
}

export const holds = (when: readonly LabelCondition[], values: LabelValues): boolean =>
  when.every(({ field, op, values: given }) => {
    const text = values.text(field)
    if (op === 'present') return text !== ''
    if (op === 'absent') return text === ''
    return given.includes(text) === (op === 'oneOf')
  })

type Content = (
  area: Area,
  values: LabelValues,
  raster: Raster,
  ops: LabelOp[],
  onCut?: OnCut,
) => void

/** Contents are drawn upright; those of a turned element from the corner 0, 0. */
function turnedInto(element: LabelElement, content: Content): Drawer {
  const turn = 'rotation' in element ? element.rotation : 0
  if (turn === 0)
    return (values, raster, ops, onCut) => content(element, values, raster, ops, onCut)
  const { w, h } = element
  const upright = { x: 0, y: 0, w: turn === 180 ? w : h, h: turn === 180 ? h : w }
  return (values, raster, ops, onCut) => {
    const drawn: LabelOp[] = []
    content(upright, values, raster, drawn, onCut)
    for (const op of drawn) ops.push(turned(op, element, turn))
  }
}

function contentOf(element: LabelElement, pictures: Pictures): Content {
  switch (element.type) {
    case 'text':
      return textContent(element)
    case 'field':
      return fieldContent(element)
    case 'address':
      return (area, values, _raster, ops, onCut) =>
        noted(element, setAddress(values.address(element.of), element, area, ops), values, onCut)
    case 'barcode':
      return (area, values, raster, ops) => {
        const symbol = symbolFor(element, values)
        if (symbol?.kind === 'bars') placeBars(symbol.barcode, element, area, raster, ops)
        else if (symbol?.kind === 'maxicode')
          placeMaxicode(symbol.cells, element, area, raster, ops)
        else if (symbol) placeMatrix(symbol.matrix, element, area, raster, ops)
      }
    case 'picture':
      return pictureContent(element, pictures)
    case 'line':
      return ({ x, y, w, h }, _values, _raster, ops) => ops.push({ kind: 'rect', x, y, w, h })
    case 'box':
      return boxContent(element)
  }
}

function noted(
  element: ElementOf<'text' | 'field' | 'address'>,
  cut: boolean,
  values: LabelValues,
  onCut?: OnCut,
): void {
  if (!cut) return
  if (element.overflow === 'refuse')
    throw new LabelError('label.textTooLong', {
      number: values.text('number'),
      element: element.name || element.id,
    })
  onCut?.(element)
}

function textContent(element: ElementOf<'text'>): Content {
  const text = element.text.split('\n').map(printable).join('\n')
  return (area, values, _raster, ops, onCut) =>
    noted(element, setText(text, element, area, ops), values, onCut)
}

/** A field with what its element adds to it; '' where nothing is printed. */
export function formatted(element: ElementOf<'field'>, values: LabelValues): string {
  const raw = values.text(element.field)
  if (raw === '') return printable(element.fallback)
  const dated = element.field === 'printedOn' ? dateAs(raw, element.date) : raw
  const whole =
    element.prefix === '' && element.suffix === ''
      ? dated
      : printable(`${element.prefix}${dated}${element.suffix}`)
  return element.upper ? whole.toUpperCase() : whole
}

function fieldContent(element: ElementOf<'field'>): Content {
  return (area, values, _raster, ops, onCut) => {
    const text = formatted(element, values)
    if (text !== '') noted(element, setText(text, element, area, ops), values, onCut)
  }
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

function dateAs(iso: string, style: ElementOf<'field'>['date']): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  if (style === 'dmy') return `${day}.${month}.${year}`
  if (style === 'mdy') return `${month}/${day}/${year}`
  if (style === 'zh') return `${year}年${Number(month)}月${Number(day)}日`
  if (style === 'text') return `${day} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
  return iso
}

/** Widths of bars to try, widest first: whole dots, and 0.33 mm where it may lie between two. */
function* widthsOf(most: number, least: number, { dots, between }: Raster): Generator<number> {
  let last = Infinity
  for (let count = Math.round(most * dots); count / dots >= least - 0.001; count--) {
    last = count / dots
    yield last
  }
  if (between && last > least) yield Math.min(least, most)
}

/** The narrowest of them. */
const leastOf = (least: number, { dots, between }: Raster): number =>
  between ? least : Math.ceil((least - 0.001) * dots) / dots

const onDot = (mm: number, dots: number): number => Math.round(mm * dots) / dots

/** The widest bars at which both quiet zones stay in the box; refuses a number that is too long. */
function placeBars(
  barcode: Barcode,
  { module: most }: ElementOf<'barcode'>,
  { x, y, w, h }: Area,
  raster: Raster,
  ops: LabelOp[],
): void {
  const all = barcode.modules + 2 * QUIET_MODULES
  for (const module of widthsOf(most, LEAST_BAR, raster)) {
    if (all * module > w + 0.001) continue
    const left = onDot(x + (w - barcode.modules * module) / 2, raster.dots)
    ops.push({ kind: 'bars', x: left, y, h, module, barcode })
    return
  }
  throw new LabelError('label.numberTooLong', {
    number: barcode.human,
    needed: Math.ceil(all * leastOf(LEAST_BAR, raster) * 10) / 10,
  })
}

function placeMatrix(
  { rows, quiet }: Matrix,
  { module: most, data }: ElementOf<'barcode'>,
  { x, y, w, h }: Area,
  raster: Raster,
  ops: LabelOp[],
): void {
  const [columns, lines] = [rows[0]?.length ?? 0, rows.length]
  const [wide, high] = [columns + 2 * quiet, lines + 2 * quiet]
  for (const unit of widthsOf(most, LEAST_MODULE, raster)) {
    if (wide * unit > w + 0.001 || high * unit > h + 0.001) continue
    const left = onDot(x + (w - columns * unit) / 2, raster.dots)
    const top = onDot(y + (h - lines * unit) / 2, raster.dots)
    ops.push({ kind: 'modules', x: left, y: top, unit, rows })
    return
  }
  throw new LabelError('label.numberTooLong', {
    number: data,
    needed: Math.ceil(Math.max(wide, high) * leastOf(LEAST_MODULE, raster) * 10) / 10,
  })
}

function placeMaxicode(
  cells: readonly number[],
  { data }: ElementOf<'barcode'>,
  { x, y, w, h }: Area,
  { dots }: Raster,
  ops: LabelOp[],
): void {
  const { quiet } = MAXICODE
  if (MAXICODE.w + 2 * quiet > w + 0.05 || MAXICODE.h + 2 * quiet > h + 0.05)
    throw new LabelError('label.numberTooLong', {
      number: data,
      needed: Math.ceil((MAXICODE.w + 2 * quiet) * 10) / 10,
    })
  const left = onDot(x + (w - MAXICODE.w) / 2, dots)
  const top = onDot(y + (h - MAXICODE.h) / 2, dots)
  ops.push({ kind: 'maxicode', x: left, y: top, cells, turn: 0 })
}

function pictureContent(element: ElementOf<'picture'>, pictures: Pictures): Content {
  const { pictureId, fit, threshold } = element
  return ({ x, y, w, h }, values, _raster, ops) => {
    const picture = pictures.get(pictureId)
    if (!picture)
      throw new LabelError('label.pictureMissing', {
        number: values.text('number'),
        element: element.name || element.id,
      })
    const scale = Math.min(w / picture.width, h / picture.height)
    const [width, height] =
      fit === 'fill' ? [w, h] : [picture.width * scale, picture.height * scale]
    ops.push({
      kind: 'picture',
      x: x + (w - width) / 2,
      y: y + (h - height) / 2,
      w: width,
      h: height,
      picture,
      threshold,
      turn: 0,
    })
  }
}

function boxContent({ frame, fill }: ElementOf<'box'>): Content {
  return ({ x, y, w, h }, _values, _raster, ops) => {
    const rect = (left: number, top: number, width: number, height: number) =>
      ops.push({ kind: 'rect', x: left, y: top, w: width, h: height })
    const edge = Math.min(frame, w / 2, h / 2)
    if (fill === 'black') rect(x, y, w, h)
    else if (fill === 'white') ops.push({ kind: 'rect', x, y, w, h, white: true })
    if (fill === 'black' || edge === 0) return
    rect(x, y, w, edge)
    rect(x, y + h - edge, w, edge)
    rect(x, y + edge, edge, h - 2 * edge)
    rect(x + w - edge, y + edge, edge, h - 2 * edge)
  }
}
