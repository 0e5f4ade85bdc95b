import type { LabelDocumentInput } from '#contracts/commercial/labels/document.ts'
import type { FieldKey } from '#contracts/commercial/labels/fields.ts'
import { labelSizes, type LabelSize } from './model.ts'

type Element = LabelDocumentInput['elements'][number]
type Of<T extends Element['type']> = Extract<Element, { type: T }>

const round = (mm: number): number => Math.round(mm * 10) / 10
const half = (points: number): number => Math.round(points * 2) / 2

interface Place {
  id: string
  x: number
  y: number
  w: number
  h: number
}
const placed = <P extends Place>(place: P): P => ({
  ...place,
  x: round(place.x),
  y: round(place.y),
  w: round(place.w),
  h: round(place.h),
})

const line = (id: string, x: number, y: number, w: number, h: number): Element =>
  placed({ type: 'line', id, x, y, w, h })
const black = (id: string, at: Omit<Place, 'id'>, when: FieldKey | null = null): Element =>
  placed({ type: 'box', id, ...at, frame: 0, fill: 'black', ...(when ? present(when) : {}) })
const present = (field: FieldKey) => ({ when: [{ field, op: 'present' as const }] })
const absent = (field: FieldKey) => ({ when: [{ field, op: 'absent' as const }] })

/** A small word over a value, always in both languages. */
const caption = (
  id: string,
  text: string,
  x: number,
  y: number,
  w: number,
  more: Partial<Of<'text'>> = {},
): Element => placed({ type: 'text', id, x, y, w, h: 3, text, size: 7, minSize: 5, ...more })

/** A value in one line, bold, smaller where it is long. */
function value(
  field: FieldKey,
  place: Omit<Place, 'id'> & { id?: string },
  size: number,
  more: Partial<Of<'field'>> = {},
): Element {
  return placed({
    type: 'field',
    id: field,
    field,
    bold: true,
    size,
    minSize: half(size * 0.6),
    overflow: 'cut',
    ...place,
    ...more,
  })
}

/** The grid between the margins. */
const GRID = 94
/** From the grid's left edge: where the second column begins. */
const FACTS = 64
/** A QR code with its quiet zone, at the right edge of the grid. */
const QR = 26.4

/** The label of 100 × 150 mm; on another height the consignee gives or takes the difference. */
function tall(width: number, height: number): Element[] {
  const left = round((width - GRID) / 2)
  const right = left + GRID
  const shift = height - 150
  const route = 84 + shift
  const bars = 102.5 + shift
  const bottom = height - 3
  const facts = { x: left + FACTS, w: GRID - FACTS }
  const to: Omit<Of<'address'>, 'id' | 'w'> = {
    type: 'address',
    x: left,
    y: 40.9,
    h: round(41 + shift),
    of: 'consignee',
    size: 12,
    minSize: 7,
    phone: true,
    overflow: 'cut',
  }
  return [
    line('rule-sender', left, 14.6, GRID, 0.5),
    line('rule-consignee', left, 37.1, GRID, 0.5),
    line('rule-route', left, route - 1, GRID, 0.8),
    line('rule-bars', left, bars - 0.9, GRID, 0.8),
    line('rule-foot', left, height - 10.9, GRID, 0.3),
    line('rule-facts', left + FACTS - 1.5, 15.1, 0.3, 22),
    caption('caption-sender', 'FROM 寄件人', left, 15.3, 40),
    caption('caption-consignee', 'TO 收件人', left, 37.8, 40),
    caption('caption-weight', 'WEIGHT 重量', facts.x, 15.3, facts.w),
    caption('caption-date', 'DATE 日期', facts.x, 22.7, facts.w),
    caption('caption-reference', 'REFERENCE 参考号', facts.x, 29.8, facts.w),
    caption('caption-route', 'ROUTE 分拣', left + 27, route - 0.1, 24),
    caption('caption-depot', 'DEPOT 网点', right - 20, route - 0.1, 20, { align: 'right' }),
    black('box-country', { x: left, y: route + 1, w: 24, h: 15.4 }),
    value('piece', { x: right - 18, y: 3.7, w: 18, h: 8.5 }, 20, { align: 'right' }),
    value('serviceName', { x: left, y: 3, w: 73, h: 11.7 }, 22, { lines: 3, minSize: 8 }),
    placed({
      type: 'address',
      id: 'sender',
      x: left,
      y: 18.4,
      w: FACTS - 3.5,
      h: 18.4,
      of: 'sender',
      size: 7.5,
      minSize: 4.5,
      emphasis: 'first',
      overflow: 'cut',
    }),
    value('weight', { ...facts, y: 18, h: 4.7 }, 11),
    value('printedOn', { ...facts, y: 25.6, h: 4.1 }, 9.5),
    value('reference', { ...facts, y: 32.5, h: 4.5 }, 9.5, { lines: 2, minSize: 4.5 }),
    { ...to, id: 'consignee', w: 70, ...present('trackingUrl') },
    { ...to, id: 'consignee-wide', w: GRID, ...absent('trackingUrl') },
    placed({
      type: 'barcode',
      id: 'tracking',
      x: right + 2.6 - QR,
      y: 37.9,
      w: QR,
      h: QR,
      symbology: 'qr',
      data: '{trackingUrl}',
      module: 1,
    }),
    ...routeRow(left, route),
    placed({
      type: 'barcode',
      id: 'bars',
      x: 0,
      y: bars + 1.5,
      w: width,
      h: 26,
      symbology: 'scheme',
      data: '{number}',
    }),
    value('numberGrouped', { x: left, y: bars + 28.6, w: GRID, h: 6.4 }, 15, { align: 'center' }),
    ...foot(left, bottom - 6.9),
  ]
}

/** The sorter's row: country in white on black, sort code as large as it fits, gate, depot. */
function routeRow(left: number, top: number): Element[] {
  const right = left + GRID
  const sort = { x: left + 27, y: top + 2.5, h: 14.4 }
  return [
    value('countryCode', { x: left + 1.5, y: top + 1.4, w: 21, h: 15.3 }, 36, {
      align: 'center',
      white: true,
    }),
    value('depotCode', { x: right - 20, y: top + 5.7, w: 20, h: 9.4 }, 22, { align: 'right' }),
    value('sortCode', { ...sort, id: 'sort-narrow', w: 25 }, 34, {
      minSize: 8,
      ...present('gate'),
    }),
    value('sortCode', { ...sort, id: 'sort', w: 44 }, 34, { minSize: 14, ...absent('gate') }),
    caption('caption-gate', 'GATE 格口', right - 39, top + 0.9, 16, {
      align: 'right',
      ...present('gate'),
    }),
    value('gate', { x: right - 39, y: top + 4.8, w: 16, h: 11.1 }, 26, {
      align: 'right',
      minSize: 8,
    }),
  ]
}

function foot(left: number, top: number): Element[] {
  const mark = 25
  const note = { x: left, y: top, h: 6.9 }
  const plain = { bold: false, lines: 3, minSize: 4.5 } as const
  return [
    black('box-reprint', { x: left + GRID - mark, y: top + 0.7, w: mark, h: 6.2 }, 'reprint'),
    value('reprint', { x: left + GRID - mark + 1, y: top + 1.8, w: mark - 2, h: 4.3 }, 10, {
      align: 'center',
      white: true,
    }),
    value('footer', { ...note, id: 'footer-narrow', w: GRID - mark - 2 }, 8.5, {
      ...plain,
      ...present('reprint'),
    }),
    value('footer', { ...note, id: 'footer', w: GRID }, 8.5, { ...plain, ...absent('reprint') }),
  ]
}

/** For labels lower than 140 mm: no captions, the sender in what is left at the bottom. */
function low(width: number, height: number): Element[] {
  const left = round((width - GRID) / 2)
  const right = left + GRID
  const shift = height - 100
  // Below 90 mm there is no room for the sender and the facts next to it.
  const isFlat = height < 90
  const route = isFlat ? 32 : 45 + shift
  const bars = route + 14
  const to: Omit<Of<'address'>, 'id' | 'w'> = {
    type: 'address',
    x: left,
    y: 12,
    h: round(route - 13.5),
    of: 'consignee',
    size: 10.5,
    minSize: 5.5,
    phone: true,
    overflow: 'cut',
  }
  const elements: Element[] = [
    line('rule-consignee', left, 11.2, GRID, 0.4),
    line('rule-route', left, route - 1, GRID, 0.5),
    line('rule-bars', left, bars - 1, GRID, 0.5),
    black('box-country', { x: left, y: route + 0.3, w: 20, h: 12 }),
    value('piece', { x: right - 18, y: 3.5, w: 18, h: 7 }, 16, { align: 'right' }),
    value('serviceName', { x: left, y: 3, w: isFlat ? 52 : 73, h: 8 }, 16, {
      lines: 2,
      minSize: 6.5,
    }),
    { ...to, id: 'consignee', w: 66, ...present('trackingUrl') },
    { ...to, id: 'consignee-wide', w: GRID, ...absent('trackingUrl') },
    placed({
      type: 'barcode',
      id: 'tracking',
      x: right - 26,
      y: 11.8,
      w: 26,
      h: Math.min(26, route - 13),
      symbology: 'qr',
      data: '{trackingUrl}',
      module: 1,
    }),
    value('countryCode', { x: left + 1, y: route + 0.7, w: 18, h: 11.6 }, 27, {
      align: 'center',
      white: true,
    }),
    value('depotCode', { x: right - 20, y: route + 2, w: 20, h: 9 }, 20, { align: 'right' }),
    value('sortCode', { x: left + 22, y: route + 0.8, w: 32, h: 11.4 }, 26, { minSize: 9 }),
    value('gate', { x: right - 38, y: route + 2, w: 16, h: 9 }, 20, { align: 'right', minSize: 8 }),
    placed({
      type: 'barcode',
      id: 'bars',
      x: 0,
      y: bars + 0.4,
      w: width,
      h: isFlat ? 15 : 22,
      symbology: 'scheme',
      data: '{number}',
    }),
    value('numberGrouped', { x: left, y: bars + (isFlat ? 15.6 : 22.6), w: GRID, h: 5 }, 11, {
      align: 'center',
    }),
  ]
  return isFlat ? [...elements, ...flatMark(right)] : [...elements, ...lowFoot(left, bars + 28)]
}

const flatMark = (right: number): Element[] => [
  value('reprint', { x: right - 40, y: 4, w: 20, h: 6 }, 8, { align: 'right' }),
]

function lowFoot(left: number, top: number): Element[] {
  const right = left + GRID
  return [
    line('rule-foot', left, top, GRID, 0.3),
    placed({
      type: 'address',
      id: 'sender',
      x: left,
      y: top + 0.6,
      w: 48,
      h: 9.2,
      of: 'sender',
      size: 6,
      minSize: 3.5,
      emphasis: 'first',
      overflow: 'cut',
    }),
    value('weight', { x: left + 50, y: top + 0.6, w: 20, h: 3.2 }, 7),
    value('printedOn', { x: left + 50, y: top + 3.7, w: 20, h: 3.2 }, 7),
    value('reference', { x: right - 23, y: top + 0.6, w: 23, h: 3.2 }, 7, {
      align: 'right',
      minSize: 3,
    }),
    value('reprint', { x: right - 23, y: top + 3.7, w: 23, h: 3.2 }, 7, { align: 'right' }),
    value('footer', { x: left + 50, y: top + 6.9, w: GRID - 50, h: 2.9 }, 6.5, {
      bold: false,
      minSize: 3,
    }),
  ]
}

/** The layout of a size, as a document to begin with. */
export function builtInDocument(size: LabelSize): LabelDocumentInput {
  const { width, height } = labelSizes[size]
  return {
    page: { width, height },
    // Four of A6 on a sheet of A4, to be cut in the middle.
    sheet: size === 'A4x4' ? { width: 210, height: 297, columns: 2, rows: 2, gapY: 1 } : null,
    elements: height < 140 ? low(width, height) : tall(width, height),
  }
}
