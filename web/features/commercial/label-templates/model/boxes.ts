/** Millimetres from the upper left corner of the label. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}
export interface Size {
  width: number
  height: number
}

/** Lengths of a document are whole tenths of a millimetre. */
export const tenth = (length: number): number => Math.round(length * 10) / 10
export const LEAST = 0.1
const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(Math.max(low, high), value))

export const boxOf = ({ x, y, w, h }: Box): Box => ({ x, y, w, h })

/** The box around several. */
export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((one) => one.x)), Math.min(...boxes.map((one) => one.y))]
  return {
    x,
    y,
    w: tenth(Math.max(...boxes.map((one) => one.x + one.w)) - x),
    h: tenth(Math.max(...boxes.map((one) => one.y + one.h)) - y),
  }
}

/** A box of that size and place as far as the label has room for it. */
export function onPage(box: Box, page: Size): Box {
  const w = tenth(clamp(box.w, LEAST, page.width))
  const h = tenth(clamp(box.h, LEAST, page.height))
  return {
    x: tenth(clamp(box.x, 0, page.width - w)),
    y: tenth(clamp(box.y, 0, page.height - h)),
    w,
    h,
  }
}

/** Several boxes moved together: they stay on the label and keep their distances. */
export function moved(boxes: readonly Box[], dx: number, dy: number, page: Size): Box[] {
  if (boxes.length === 0) return []
  const whole = around(boxes)
  const byX = clamp(whole.x + dx, 0, page.width - whole.w) - whole.x
  const byY = clamp(whole.y + dy, 0, page.height - whole.h) - whole.y
  return boxes.map(({ x, y, w, h }) => onPage({ x: x + byX, y: y + byY, w, h }, page))
}

/** The side or corner a box is pulled by. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof HANDLES)[number]

export function resized(box: Box, handle: Handle, dx: number, dy: number, page: Size): Box {
  let [left, top, right, bottom] = [box.x, box.y, box.x + box.w, box.y + box.h]
  if (handle.includes('w')) left = clamp(left + dx, 0, right - LEAST)
  if (handle.includes('e')) right = clamp(right + dx, left + LEAST, page.width)
  if (handle.includes('n')) top = clamp(top + dy, 0, bottom - LEAST)
  if (handle.includes('s')) bottom = clamp(bottom + dy, top + LEAST, page.height)
  return onPage({ x: left, y: top, w: right - left, h: bottom - top }, page)
}

/** By how much a length has to change so that the place it leads to lies on the grid. */
export const toGrid = (from: number, by: number, step: number): number =>
  step === 0 ? by : Math.round((from + by) / step) * step - from

export const touches = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const EDGES = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Edge = (typeof EDGES)[number]

/** Several boxes set to a common edge or middle; one alone to that of the label. */
export function aligned(boxes: readonly Box[], edge: Edge, page: Size): Box[] {
  const frame = boxes.length === 1 ? { x: 0, y: 0, w: page.width, h: page.height } : around(boxes)
  return boxes.map((box) => {
    const next = { ...box }
    if (edge === 'left') next.x = frame.x
    if (edge === 'center') next.x = frame.x + (frame.w - box.w) / 2
    if (edge === 'right') next.x = frame.x + frame.w - box.w
    if (edge === 'top') next.y = frame.y
    if (edge === 'middle') next.y = frame.y + (frame.h - box.h) / 2
    if (edge === 'bottom') next.y = frame.y + frame.h - box.h
    return onPage(next, page)
  })
}

/** The same distance between all of them, the first and the last where they are. */
export function distributed(boxes: readonly Box[], across: boolean, page: Size): Box[] {
  if (boxes.length < 3) return [...boxes]
  const [start, length] = across ? (['x', 'w'] as const) : (['y', 'h'] as const)
  const order = boxes.map((_, at) => at).toSorted((a, b) => boxes[a]![start] - boxes[b]![start])
  const whole = around(boxes)
  const gap =
    (whole[length] - boxes.reduce((sum, box) => sum + box[length], 0)) / (boxes.length - 1)
  const next = [...boxes]
  let place = whole[start]
  for (const at of order) {
    const box = boxes[at]!
    next[at] = onPage({ ...box, [start]: place }, page)
    place += box[length] + gap
  }
  return next
}
