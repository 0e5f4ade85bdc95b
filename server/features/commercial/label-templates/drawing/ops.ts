import type { Rotation } from '#contracts/commercial/labels/document.ts'
import type { FittedLine } from '#server/kit/pdf/text-fit.ts'
import type { Barcode } from './barcode.ts'
import { MAXICODE } from './maxicode.ts'
import type { Picture } from './picture.ts'

/** Which edge of a text stands fast when a printer's own font turns out narrower than ours. */
export type Align = 'left' | 'right' | 'center'

/**
 * Everything is in millimetres from the top left corner of the page. `x` and `y` of a text are
 * where its baseline begins, of all others the upper left corner of what they cover on the page;
 * `turn` is clockwise.
 */
export type LabelOp =
  | { kind: 'rect'; x: number; y: number; w: number; h: number; white?: true }
  | {
      kind: 'text'
      x: number
      y: number
      line: FittedLine
      align: Align
      white: boolean
      turn?: Rotation
    }
  | {
      kind: 'bars'
      x: number
      y: number
      h: number
      module: number
      barcode: Barcode
      turn?: Rotation
    }
  | { kind: 'modules'; x: number; y: number; unit: number; rows: readonly (readonly boolean[])[] }
  | { kind: 'maxicode'; x: number; y: number; cells: readonly number[]; turn: Rotation }
  | {
      kind: 'picture'
      x: number
      y: number
      w: number
      h: number
      picture: Picture
      threshold: number
      turn: Rotation
    }
export type OpOf<K extends LabelOp['kind']> = Extract<LabelOp, { kind: K }>

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Noto's capitals reach 0.75 em up, its descenders 0.2 em down. */
const [UP, DOWN] = [0.75, 0.2]

/** What an op inks on the page. */
export function inkOf(op: LabelOp): Box {
  if (op.kind === 'rect' || op.kind === 'picture') return { x: op.x, y: op.y, w: op.w, h: op.h }
  if (op.kind === 'modules')
    return { x: op.x, y: op.y, w: (op.rows[0]?.length ?? 0) * op.unit, h: op.rows.length * op.unit }
  if (op.kind === 'maxicode') {
    const { w, h } = MAXICODE
    const upright = op.turn === 0 || op.turn === 180
    return { x: op.x, y: op.y, w: upright ? w : h, h: upright ? h : w }
  }
  if (op.kind === 'bars') {
    const length = op.barcode.modules * op.module
    return op.turn === 90 || op.turn === 270
      ? { x: op.x, y: op.y, w: op.h, h: length }
      : { x: op.x, y: op.y, w: length, h: op.h }
  }
  const { size, width } = op.line
  const [up, tall] = [size * UP, size * (UP + DOWN)]
  if (op.turn === 90) return { x: op.x - size * DOWN, y: op.y, w: tall, h: width }
  if (op.turn === 180) return { x: op.x - width, y: op.y - size * DOWN, w: width, h: tall }
  if (op.turn === 270) return { x: op.x - up, y: op.y - width, w: tall, h: width }
  return { x: op.x, y: op.y - up, w: width, h: tall }
}

export const crosses = (a: Box, b: Box, slack = 0.01): boolean =>
  a.x < b.x + b.w - slack &&
  b.x < a.x + a.w - slack &&
  a.y < b.y + b.h - slack &&
  b.y < a.y + a.h - slack

/** A box inside an upright one of `w` × `h`, as it lies when that one is turned into `at`. */
function turnedBox(at: Box, turn: Rotation, { x, y, w, h }: Box): Box {
  if (turn === 90) return { x: at.x + at.w - y - h, y: at.y + x, w: h, h: w }
  if (turn === 180) return { x: at.x + at.w - x - w, y: at.y + at.h - y - h, w, h }
  return { x: at.x + y, y: at.y + at.h - x - w, w: h, h: w }
}

const reversed = (rows: readonly (readonly boolean[])[]) =>
  rows.toReversed().map((row) => row.toReversed())
/** Clockwise by a right angle. */
const clockwise = (rows: readonly (readonly boolean[])[]): boolean[][] =>
  (rows[0] ?? []).map((_, c) => rows.map((row) => row[c]!).toReversed())

/** An op drawn upright from the corner 0, 0, turned into its element's box. */
export function turned(op: LabelOp, at: Box, turn: Rotation): LabelOp {
  if (op.kind === 'text') {
    const point = turnedBox(at, turn, { x: op.x, y: op.y, w: 0, h: 0 })
    return { ...op, x: point.x, y: point.y, turn }
  }
  const box = turnedBox(at, turn, inkOf(op))
  if (op.kind === 'rect') return { ...op, ...box }
  if (op.kind === 'bars') return { ...op, x: box.x, y: box.y, turn }
  if (op.kind === 'picture') return { ...op, ...box, turn }
  if (op.kind === 'maxicode') return { ...op, x: box.x, y: box.y, turn }
  const rows =
    turn === 180
      ? reversed(op.rows)
      : turn === 90
        ? clockwise(op.rows)
        : reversed(clockwise(op.rows))
  return { ...op, x: box.x, y: box.y, rows }
}
