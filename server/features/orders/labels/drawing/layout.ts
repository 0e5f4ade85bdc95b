import { QUIET_MODULES, barcodeOf, qrOf } from './barcode.ts'
import type { Barcode } from './barcode.ts'
import { LabelError } from './label-error.ts'
import { countryLine, kilograms, labelSizes, orderedLines, printable } from './model.ts'
import type { LabelModel, LabelSize } from './model.ts'
import { LEADING, fitBlock, fitLine } from '#server/kit/pdf/text-fit.ts'
import type { FittedLine, LineSpec } from '#server/kit/pdf/text-fit.ts'

/** Which edge of a text stands fast when a printer's own font turns out narrower than ours. */
export type Align = 'left' | 'right' | 'center'

/**
 * Everything is in millimetres from the top left corner of the page; `y` of a text is its baseline.
 */
export type LabelOp =
  | { kind: 'rect'; x: number; y: number; w: number; h: number }
  | { kind: 'text'; x: number; y: number; line: FittedLine; align: Align; white: boolean }
  | { kind: 'bars'; x: number; y: number; h: number; module: number; barcode: Barcode }
  | { kind: 'qr'; x: number; y: number; size: number; modules: readonly (readonly boolean[])[] }

/** The quiet margin that stays unprinted (domain rule: 3 mm), and the grid between the margins. */
export const MARGIN = 3
const GRID = 94
const pt = (points: number): number => (points * 25.4) / 72

/** Rows of the 150 mm grid; on a shorter page the consignee gives the difference. */
const rows = { head: 3, sender: 15.5, consignee: 38, route: 84, bars: 102.5, foot: 139.5 } as const
const BAR_HEIGHT = 26
const FACTS = 64 // mm from the grid's left edge: where the second column begins
const QR = 21

interface Grid {
  left: number
  right: number
  shift: number
  bottom: number
}

function gridOf(size: LabelSize): Grid {
  const page = labelSizes[size]
  const left = (page.width - GRID) / 2
  return { left, right: left + GRID, shift: page.height - 150, bottom: page.height - MARGIN }
}

type Place = (line: FittedLine, edge: number, y: number, align?: Align, white?: boolean) => void

function pen(ops: LabelOp[]): Place {
  return (line, edge, y, align = 'left', white = false) => {
    if (!line.text) return
    const x =
      align === 'left' ? edge : align === 'right' ? edge - line.width : edge - line.width / 2
    ops.push({ kind: 'text', x, y, line, align, white })
  }
}

const caption = (text: string): FittedLine =>
  fitLine({ text, bold: false, size: pt(7) }, GRID, pt(5))
const rule = (x: number, y: number, w: number, h: number): LabelOp => ({ kind: 'rect', x, y, w, h })

/**
 * Rules and captions: the same on every label of a size, so a renderer may draw them once. Always
 * in both languages.
 */
export function layoutFrame(size: LabelSize): LabelOp[] {
  const { left, right, shift } = gridOf(size)
  const route = rows.route + shift
  const ops: LabelOp[] = [
    rule(left, rows.sender - 0.9, GRID, 0.5),
    rule(left, rows.consignee - 0.9, GRID, 0.5),
    rule(left, route - 1, GRID, 0.8),
    rule(left, rows.bars + shift - 0.9, GRID, 0.8),
    rule(left, rows.foot + shift - 0.4, GRID, 0.25),
    rule(left + FACTS - 1.5, rows.sender - 0.4, 0.25, rows.consignee - rows.sender - 0.5),
  ]
  const place = pen(ops)
  place(caption('FROM 寄件人'), left, rows.sender + 2.1)
  place(caption('TO 收件人'), left, rows.consignee + 2.1)
  place(caption('WEIGHT 重量'), left + FACTS, rows.sender + 2.1)
  place(caption('DATE 日期'), left + FACTS, rows.sender + 9.5)
  place(caption('REFERENCE 参考号'), left + FACTS, rows.sender + 16.6)
  place(caption('ROUTE 分拣'), left + 27, route + 2.2)
  place(caption('DEPOT 网点'), right, route + 2.2, 'right')
  return ops
}

/** Text for one box: shrunk to 60 % before it is cut. */
function oneLine(text: string, bold: boolean, points: number, width: number): FittedLine {
  return fitLine({ text, bold, size: pt(points) }, width, pt(points) * 0.6)
}

function stack(place: Place, lines: readonly FittedLine[], x: number, top: number): void {
  let y = top
  for (const line of lines) {
    y += line.size * LEADING
    place(line, x, y - line.size * 0.26)
  }
}

function senderLines(model: LabelModel): LineSpec[] {
  return model.sender
    .slice(0, 6)
    .map(printable)
    .filter(Boolean)
    .map((text, i) => ({ text, bold: i === 0, size: pt(i === 0 ? 8 : 7.5) }))
}

/** Em of the consignee's parts where there is room, in mm. */
export const CONSIGNEE_SIZES = {
  name: pt(14),
  company: pt(12),
  address: pt(12),
  city: pt(14),
  postalCode: pt(14),
  phone: pt(9),
} as const
/** Width of the consignee next to the QR code. */
export const ADDRESS_WIDTH = GRID - QR - 3

/** How big the lines of an address are, and which stand out. */
const LINE_SIZES = {
  name: { bold: true, size: CONSIGNEE_SIZES.name },
  company: { bold: false, size: CONSIGNEE_SIZES.company },
  street: { bold: false, size: CONSIGNEE_SIZES.address },
  place: { bold: true, size: CONSIGNEE_SIZES.city },
} as const

function consigneeLines({ consignee: to, phone }: LabelModel): LineSpec[] {
  const given = to.lines.map(printable).filter(Boolean)
  const address = given.length > 5 ? [...given.slice(0, 4), given.slice(4).join(', ')] : given
  const lines: LineSpec[] = orderedLines({ ...to, lines: address }).map(({ part, text }) => ({
    text,
    ...LINE_SIZES[part],
  }))
  lines.push({ text: countryLine(to.country), bold: true, size: pt(12) })
  if (phone)
    lines.push({ text: `Tel. ${printable(phone)}`, bold: false, size: CONSIGNEE_SIZES.phone })
  return lines.filter((line) => line.text)
}

/**
 * Module widths to try, widest first. 0.5 and 0.375 mm are whole dots at 203 dpi; 0.33 mm is the
 * least a gun reads well.
 */
const MODULES = [0.5, 0.375, 0.33]
/** At 8 dots per millimetre every bar edge then falls on a dot. */
const onDot = (mm: number): number => Math.round(mm * 8) / 8

/**
 * The widest module at which bars and both quiet zones stay on the page; refuses a number that is
 * too long.
 */
export function moduleFor(
  barcode: Barcode,
  number: string,
  pageWidth: number,
  choices: readonly number[] = MODULES,
): number {
  for (const module of choices) {
    const quiet = Math.max(QUIET_MODULES * module, MARGIN)
    if (barcode.modules * module + 2 * quiet <= pageWidth) return module
  }
  throw new LabelError('label.numberTooLong', { number })
}

/**
 * What is this parcel's own on the label. `modules` are the module widths (mm) the printer can
 * draw, widest first.
 */
export function layoutLabel(
  model: LabelModel,
  size: LabelSize,
  modules: readonly number[] = MODULES,
): LabelOp[] {
  const { left, right, shift, bottom } = gridOf(size)
  const page = labelSizes[size]
  const ops: LabelOp[] = []
  const place = pen(ops)

  const piece = oneLine(`${model.piece}/${model.pieces}`, true, 20, 26)
  place(piece, right, rows.head + 7.3, 'right')
  const service: LineSpec = { text: printable(model.serviceName), bold: true, size: pt(22) }
  stack(place, fitBlock([service], GRID - piece.width - 4, 11.7), left, rows.head)

  stack(place, fitBlock(senderLines(model), FACTS - 3.5, 18.4), left, rows.sender + 2.9)
  const facts = GRID - FACTS
  place(oneLine(kilograms(model.weightG), true, 11, facts), left + FACTS, rows.sender + 6.1)
  place(
    oneLine(printable(model.printedAt).slice(0, 10), true, 9.5, facts),
    left + FACTS,
    rows.sender + 13.2,
  )
  place(oneLine(printable(model.reference), true, 9.5, facts), left + FACTS, rows.sender + 20.2)

  const qr = model.trackingUrl ? QR : 0
  const available = rows.route - rows.consignee + shift - 5
  stack(
    place,
    fitBlock(consigneeLines(model), qr ? ADDRESS_WIDTH : GRID, available),
    left,
    rows.consignee + 2.9,
  )
  if (model.trackingUrl)
    ops.push({
      kind: 'qr',
      x: onDot(right - qr),
      y: rows.consignee + 2.5,
      size: qr,
      modules: qrOf(model.trackingUrl),
    })

  route(model, ops, place, size)

  const barcode = barcodeOf(model.number, model.symbology)
  const module = moduleFor(barcode, model.number, page.width, modules)
  const x = onDot((page.width - barcode.modules * module) / 2)
  ops.push({ kind: 'bars', x, y: rows.bars + shift + 1.5, h: BAR_HEIGHT, module, barcode })
  place(oneLine(barcode.human, true, 15, GRID), page.width / 2, rows.bars + shift + 33.6, 'center')

  const mark = model.reprint ? 25 : 0
  if (mark) {
    ops.push(rule(right - mark, bottom - 6.2, mark, 6.2))
    place(
      oneLine('REPRINT 补打', true, 10, mark - 2),
      right - mark / 2,
      bottom - 1.8,
      'center',
      true,
    )
  }
  // A reference its box cuts is printed whole where there is room for it.
  const whole = printable(model.reference)
  const isCut = oneLine(whole, true, 9.5, facts).text !== whole
  const footer: LineSpec[] = [printable(model.remark), isCut ? `Ref. ${whole}` : '']
    .filter(Boolean)
    .map((text) => ({ text, bold: false, size: pt(8.5) }))
  stack(place, fitBlock(footer, GRID - (mark ? mark + 2 : 0), 6.9), left, bottom - 6.9)
  return ops
}

/** The sorter's row: country in white on black, sort code as large as it fits, gate, depot. */
function route(model: LabelModel, ops: LabelOp[], place: Place, size: LabelSize): void {
  const { left, right, shift } = gridOf(size)
  const top = rows.route + shift
  ops.push(rule(left, top + 1, 24, 15.4))
  place(
    oneLine(printable(model.consignee.country).toUpperCase(), true, 36, 21),
    left + 12,
    top + 13.3,
    'center',
    true,
  )
  const depot = oneLine(printable(model.depotCode), true, 22, 26)
  place(depot, right, top + 13, 'right')
  let space = GRID - 27 - depot.width - 4
  if (model.gate) {
    const gate = oneLine(printable(model.gate), true, 26, 22)
    const width = Math.max(gate.width, 11)
    const at = right - depot.width - 4
    place(caption('GATE 格口'), at, top + 3.2, 'right')
    place(gate, at, top + 13.4, 'right')
    space -= width + 3
  }
  place(oneLine(printable(model.sortCode), true, 34, space), left + 27, top + 13.8)
}
