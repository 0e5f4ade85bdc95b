import type { LabelDocumentInput } from '#contracts/commercial/labels/document.ts'
import { low } from './built-in-low.ts'
import {
  absent,
  black,
  caption,
  GRID,
  inRows,
  line,
  placed,
  present,
  round,
  value,
  type Element,
  type Of,
} from './built-in-parts.ts'
import { labelSizes, type LabelSize } from './model.ts'

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
    value('serviceName', { x: left, y: 3, w: 73, h: 11.7 }, 22, { lines: 6, minSize: 4.5 }),
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
    value('reference', { ...facts, y: 32.5, h: 4.5 }, 9.5, { lines: 3, minSize: 3 }),
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
    value('depotCode', { x: right - 20, y: top + 5.7, w: 20, h: 9.4 }, 22, {
      align: 'right',
      ...inRows,
    }),
    value('sortCode', { ...sort, id: 'sort-narrow', w: 25 }, 34, {
      ...inRows,
      ...present('gate'),
    }),
    value('sortCode', { ...sort, id: 'sort', w: 44 }, 34, { ...inRows, ...absent('gate') }),
    caption('caption-gate', 'GATE 格口', right - 39, top + 0.9, 16, {
      align: 'right',
      ...present('gate'),
    }),
    value('gate', { x: right - 39, y: top + 4.8, w: 16, h: 11.1 }, 26, {
      align: 'right',
      ...inRows,
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
