import type { ElementOf } from '#contracts/commercial/labels/document.ts'
import {
  fitBox,
  fitLine,
  LEADING,
  type FittedBox,
  type LineSpec,
} from '#server/kit/pdf/text-fit.ts'
import type { AddressText } from './values.ts'
import type { LabelOp } from './ops.ts'

export const pt = (points: number): number => (points * 25.4) / 72

/** Baseline under the top of a row, in em. */
const ASCENT = LEADING - 0.26

type Typed = Pick<
  ElementOf<'text'>,
  'bold' | 'size' | 'minSize' | 'lines' | 'align' | 'valign' | 'white'
>
/** Where a box lies upright, and how large it is. */
export interface Area {
  x: number
  y: number
  w: number
  h: number
}

/** Sets one text into a box; true where part of it found no room. */
export function setText(text: string, type: Typed, area: Area, ops: LabelOp[]): boolean {
  const { bold, white, align } = type
  if (type.lines === 1 && !text.includes('\n')) return setLine(text, type, area, ops)
  const size = pt(type.size)
  const specs = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): LineSpec => ({ text: line, bold, size }))
  const fitted = fitBox(specs, area.w, area.h, {
    smallest: type.minSize / type.size,
    most: type.lines,
    whole: true,
  })
  setRows(fitted, area, { align, valign: type.valign, white }, ops)
  return fitted.cut
}

/** One that has to stay a single line keeps its baseline when it is made smaller. */
function setLine(text: string, type: Typed, { x, y, w, h }: Area, ops: LabelOp[]): boolean {
  const size = Math.min(pt(type.size), h / LEADING)
  const line = fitLine({ text, bold: type.bold, size }, w, Math.min(pt(type.minSize), size))
  if (line.text === '') return text !== ''
  const free = Math.max(0, h - size * LEADING)
  const top = type.valign === 'top' ? 0 : type.valign === 'bottom' ? free : free / 2
  ops.push({
    kind: 'text',
    x: leftOf(type.align, x, w, line.width),
    y: y + top + size * ASCENT,
    line,
    align: type.align,
    white: type.white,
  })
  return line.text !== text || pt(type.minSize) > size + 0.001
}

const leftOf = (align: Typed['align'], x: number, w: number, width: number): number =>
  align === 'left' ? x : align === 'right' ? x + w - width : x + (w - width) / 2

function setRows(
  { rows }: FittedBox,
  { x, y, w, h }: Area,
  { align, valign, white }: Pick<Typed, 'align' | 'valign' | 'white'>,
  ops: LabelOp[],
): void {
  const free = Math.max(0, h - rows.reduce((sum, row) => sum + row.size * LEADING, 0))
  let top = y + (valign === 'top' ? 0 : valign === 'bottom' ? free : free / 2)
  for (const line of rows) {
    if (line.text)
      ops.push({
        kind: 'text',
        x: leftOf(align, x, w, line.width),
        y: top + line.size * ASCENT,
        line,
        align,
        white,
      })
    top += line.size * LEADING
  }
}

/** How big the parts of an address are against its street, and which stand out. */
const PARTS: Readonly<Record<AddressText['part'], { bold: boolean; times: number }>> = {
  name: { bold: true, times: 14 / 12 },
  company: { bold: false, times: 1 },
  street: { bold: false, times: 1 },
  place: { bold: true, times: 14 / 12 },
  country: { bold: true, times: 1 },
  phone: { bold: false, times: 9 / 12 },
}
const FIRST = { bold: true, times: 8 / 7.5 }
const PLAIN = { bold: false, times: 1 }

/** The lines of an address as its element sets them when there is room. */
export function addressSpecs(
  lines: readonly AddressText[],
  { size, emphasis, phone, country }: ElementOf<'address'>,
): (LineSpec & Pick<AddressText, 'part'>)[] {
  const specs: (LineSpec & Pick<AddressText, 'part'>)[] = []
  for (const { part, text } of lines) {
    if ((part === 'phone' && !phone) || (part === 'country' && !country)) continue
    const style =
      emphasis === 'parts'
        ? PARTS[part]
        : emphasis === 'first' && specs.length === 0
          ? FIRST
          : PLAIN
    specs.push({ part, text, bold: style.bold, size: pt(size) * style.times })
  }
  return specs
}

/** Sets an address into a box; true where part of it found no room. */
export function setAddress(
  lines: readonly AddressText[],
  element: ElementOf<'address'>,
  area: Area,
  ops: LabelOp[],
): boolean {
  const smallest = element.minSize / element.size
  const fitted = fitBox(addressSpecs(lines, element), area.w, area.h, { smallest })
  setRows(fitted, area, { align: 'left', valign: 'top', white: false }, ops)
  return fitted.cut
}
