import { createRequire } from 'node:module'
import type { Rotation } from '#contracts/commercial/labels/document.ts'
import { bitmap, setDots, type Bitmap } from './raster.ts'

/** The one size ISO/IEC 16023 has, in mm: from cell to cell, all cells, and the white around them. */
const CELL = 0.88
export const MAXICODE = { w: 26.4, h: 25.5, quiet: CELL }
const COLUMNS = 30
const ROW = CELL * 0.8679
const FIRST_ROW = CELL * 0.581
/** Half the width of a cell; ink spreads, so a little white is left between them. */
const HALF = CELL * 0.45
/** Rings around the middle, outer and inner edge. */
const RINGS = [
  [4.411, 3.646],
  [2.886, 2.122],
  [1.346, 0.581],
] as const

export interface Point {
  x: number
  y: number
}
export interface Shapes {
  cells: readonly (readonly Point[])[]
  rings: readonly { at: Point; outer: number; inner: number }[]
}

const require = createRequire(import.meta.url)
const bwip = () => require('bwip-js/node') as typeof import('bwip-js/node')

/** Postcode, country and class as carriers' structured messages begin. */
const STRUCTURED = /^(\[\)>\u001e01\u001d\d\d)?([A-Z0-9 -]{1,11})\u001d(\d{3}\u001d\d{3}\u001d)/

/** Places of the dark cells, counted in rows of thirty. @throws where the data is too long. */
export function maxicodeOf(text: string): number[] {
  const found = STRUCTURED.exec(text)
  const [whole = '', head = '', postal = '', rest = ''] = found ?? []
  const code = postal.replaceAll(/[ -]/g, '')
  const mode = found === null ? 4 : /^\d{1,9}$/.test(code) ? 2 : 3
  const data = found
    ? head + (mode === 2 ? code : code.slice(0, 6)) + '\u001d' + rest + text.slice(whole.length)
    : text
  const [drawn] = bwip().raw({ bcid: 'maxicode', text: data, mode } as never)
  if (!drawn || !('pixs' in drawn)) throw new Error('no cells')
  return [...drawn.pixs]
}

/** The cells as they lie on the page, in a box whose corner is `at`. */
export function shapesOf(at: Point, turn: Rotation, cells: readonly number[]): Shapes {
  const { w, h } = MAXICODE
  const placed = ({ x, y }: Point): Point =>
    ({
      0: { x: at.x + x, y: at.y + y },
      90: { x: at.x + h - y, y: at.y + x },
      180: { x: at.x + w - x, y: at.y + h - y },
      270: { x: at.x + y, y: at.y + w - x },
    })[turn]
  const middle = (column: number, row: number): Point => ({
    x: (column + 0.5 + (row % 2) / 2) * CELL,
    y: FIRST_ROW + row * ROW,
  })
  const tall = HALF / Math.cos(Math.PI / 6)
  const corners: readonly (readonly [number, number])[] = [
    [0, -tall],
    [HALF, -tall / 2],
    [HALF, tall / 2],
    [0, tall],
    [-HALF, tall / 2],
    [-HALF, -tall / 2],
  ]
  return {
    cells: cells.map((cell) => {
      const { x, y } = middle(cell % COLUMNS, Math.floor(cell / COLUMNS))
      return corners.map(([dx, dy]) => placed({ x: x + dx, y: y + dy }))
    }),
    rings: RINGS.map(([outer, inner]) => ({
      at: placed(middle(14, 16)),
      outer: outer * CELL,
      inner: inner * CELL,
    })),
  }
}

/** As a printer's dots. */
export function dotsOfMaxicode(turn: Rotation, cells: readonly number[], dots: number): Bitmap {
  const { w, h } = MAXICODE
  const [wide, high] = turn === 0 || turn === 180 ? [w, h] : [h, w]
  const drawn = bitmap(Math.ceil(wide * dots), Math.ceil(high * dots))
  const { cells: shapes, rings } = shapesOf({ x: 0, y: 0 }, turn, cells)
  for (const shape of shapes) fill(drawn, shape, dots)
  for (const { at, outer, inner } of rings)
    for (let y = 0; y < drawn.height; y++)
      for (let x = 0; x < drawn.width; x++) {
        const far = Math.hypot((x + 0.5) / dots - at.x, (y + 0.5) / dots - at.y)
        if (far <= outer && far > inner) setDots(drawn, x, x + 1, y)
      }
  return drawn
}

/** A convex shape, by the rows of dots whose middle it covers. */
function fill(drawn: Bitmap, shape: readonly Point[], dots: number): void {
  const top = Math.floor(Math.min(...shape.map(({ y }) => y)) * dots)
  const bottom = Math.ceil(Math.max(...shape.map(({ y }) => y)) * dots)
  for (let row = top; row < bottom; row++) {
    const y = (row + 0.5) / dots
    const hits = shape.flatMap((from, n) => {
      const to = shape[(n + 1) % shape.length]!
      if (from.y <= y === to.y <= y) return []
      return [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)]
    })
    if (hits.length === 2)
      setDots(
        drawn,
        Math.round(Math.min(...hits) * dots),
        Math.round(Math.max(...hits) * dots),
        row,
      )
  }
}
