import {
  absent,
  black,
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

/** For labels lower than 140 mm: no captions, the sender in what is left at the bottom. */
export function low(width: number, height: number): Element[] {
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
      lines: 4,
      minSize: 3.5,
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
    value('depotCode', { x: right - 20, y: route + 2, w: 20, h: 9 }, 20, {
      align: 'right',
      ...inRows,
    }),
    value('sortCode', { x: left + 22, y: route + 0.8, w: 32, h: 11.4 }, 26, { ...inRows }),
    value('gate', { x: right - 38, y: route + 2, w: 16, h: 9 }, 20, { align: 'right', ...inRows }),
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
    value('weight', { x: left + 50, y: top + 0.3, w: 20, h: 3 }, 7),
    value('printedOn', { x: left + 50, y: top + 3.2, w: 20, h: 2.9 }, 6.5),
    value('reference', { x: right - 23, y: top + 0.3, w: 23, h: 3 }, 7, {
      align: 'right',
      lines: 2,
      minSize: 3,
    }),
    value('reprint', { x: right - 23, y: top + 3.2, w: 23, h: 2.9 }, 6.5, { align: 'right' }),
    value('footer', { x: left + 50, y: top + 6.1, w: GRID - 50, h: 3.9 }, 6.5, {
      bold: false,
      lines: 3,
      minSize: 3,
    }),
  ]
}
