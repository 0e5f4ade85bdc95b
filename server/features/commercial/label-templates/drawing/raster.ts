import { glyphOf } from '#server/kit/pdf/fonts.ts'
import type { PrintGlyph } from '#server/kit/pdf/fonts.ts'

/**
 * One bit per dot, rows padded to whole bytes, most significant bit left, 1 = black: what a label
 * printer takes.
 */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly stride: number
  readonly bits: Uint8Array
}

export function bitmap(width: number, height: number): Bitmap {
  const stride = (width + 7) >> 3
  return { width, height, stride, bits: new Uint8Array(stride * height) }
}

/** Blackens the dots of a row; `white` takes them away. */
export function setDots(
  { width, height, stride, bits }: Bitmap,
  from: number,
  to: number,
  y: number,
  white = false,
): void {
  if (y < 0 || y >= height) return
  const [first, end] = [Math.max(0, from), Math.min(width, to)]
  if (first >= end) return
  const row = y * stride
  const [a, b] = [row + (first >> 3), row + ((end - 1) >> 3)]
  const [head, tail] = [0xff >> (first & 7), (0xff << (7 - ((end - 1) & 7))) & 0xff]
  const put = (at: number, dots: number) => {
    bits[at] = white ? bits[at]! & ~dots : bits[at]! | dots
  }
  if (a === b) return put(a, head & tail)
  put(a, head)
  bits.fill(white ? 0 : 0xff, a + 1, b)
  put(b, tail)
}

export const isSet = ({ stride, bits }: Bitmap, x: number, y: number): boolean =>
  ((bits[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0

/** A picture of dots turned clockwise. */
export function turnedDots(drawn: Bitmap, turn: 0 | 90 | 180 | 270): Bitmap {
  if (turn === 0) return drawn
  const { width, height } = drawn
  const out = turn === 180 ? bitmap(width, height) : bitmap(height, width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isSet(drawn, x, y)) continue
      if (turn === 90) setDots(out, height - 1 - y, height - y, x)
      else if (turn === 180) setDots(out, width - 1 - x, width - x, height - 1 - y)
      else setDots(out, y, y + 1, width - 1 - x)
    }
  }
  return out
}

/** Puts one picture of dots onto another; `white` takes dots away. */
export function stamp(page: Bitmap, drawn: Bitmap, left: number, top: number, white = false): void {
  const put = (at: number, dots: number) => {
    page.bits[at] = white ? page.bits[at]! & ~dots : page.bits[at]! | dots
  }
  // The part of a byte that goes into the one to the right.
  const shift = left & 7
  const first = left >> 3
  for (let y = Math.max(0, -top); y < Math.min(drawn.height, page.height - top); y++) {
    const row = (top + y) * page.stride
    const own = y * drawn.stride
    for (let byte = 0; byte < drawn.stride; byte++) {
      let dots = drawn.bits[own + byte]!
      const column = first + byte
      if (dots === 0 || column >= page.stride || column < -1) continue
      dots &= within(drawn.width - byte * 8)
      if (column >= 0) put(row + column, (dots >> shift) & within(page.width - column * 8))
      if (shift > 0 && column + 1 >= 0 && column + 1 < page.stride)
        put(row + column + 1, (dots << (8 - shift)) & within(page.width - (column + 1) * 8))
    }
  }
}
/** The dots of a byte that lie within so many columns. */
const within = (columns: number): number =>
  columns >= 8 ? 0xff : columns <= 0 ? 0 : (0xff << (8 - columns)) & 0xff

interface Edge {
  x0: number
  y0: number
  x1: number
  y1: number
  turn: 1 | -1
}

/** Straight pieces per curve; at label sizes a piece is shorter than a dot. */
const PIECES = 6

/** A glyph's outline in dots, y downwards from the baseline. */
function edgesOf(glyph: PrintGlyph, px: number): Edge[] {
  const scale = px / glyph.face.font.unitsPerEm
  const edges: Edge[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const line = (toX: number, toY: number): void => {
    if (toY > y) edges.push({ x0: x, y0: y, x1: toX, y1: toY, turn: 1 })
    else if (toY < y) edges.push({ x0: toX, y0: toY, x1: x, y1: y, turn: -1 })
    x = toX
    y = toY
  }
  for (const { command, args } of glyph.face.font.getGlyph(glyph.id).path.commands) {
    const at = (i: number): number => (args[i] ?? 0) * (i % 2 === 0 ? scale : -scale)
    if (command === 'moveTo') [x, y, startX, startY] = [at(0), at(1), at(0), at(1)]
    else if (command === 'lineTo') line(at(0), at(1))
    else if (command === 'closePath') line(startX, startY)
    else {
      const [fromX, fromY] = [x, y]
      const cubic = command === 'bezierCurveTo'
      for (let i = 1; i <= PIECES; i++) {
        const t = i / PIECES
        const u = 1 - t
        if (cubic)
          line(
            u ** 3 * fromX + 3 * u * u * t * at(0) + 3 * u * t * t * at(2) + t ** 3 * at(4),
            u ** 3 * fromY + 3 * u * u * t * at(1) + 3 * u * t * t * at(3) + t ** 3 * at(5),
          )
        else
          line(
            u * u * fromX + 2 * u * t * at(0) + t * t * at(2),
            u * u * fromY + 2 * u * t * at(1) + t * t * at(3),
          )
      }
    }
  }
  return edges
}

/** Black runs of one glyph as [y, from, to) triples, non-zero winding, sampled at dot centres. */
function spansOf(glyph: PrintGlyph, px: number): number[] {
  const edges = edgesOf(glyph, px)
  const spans: number[] = []
  const top = Math.floor(edges.reduce((least, edge) => Math.min(least, edge.y0), 0))
  const bottom = Math.ceil(edges.reduce((most, edge) => Math.max(most, edge.y1), 0))
  for (let y = top; y < bottom; y++) {
    const centre = y + 0.5
    const hits = edges
      .filter((edge) => edge.y0 <= centre && edge.y1 > centre)
      .map((edge) => ({
        x: edge.x0 + ((centre - edge.y0) / (edge.y1 - edge.y0)) * (edge.x1 - edge.x0),
        turn: edge.turn,
      }))
      .sort((a, b) => a.x - b.x)
    let winding = 0
    hits.forEach((hit, i) => {
      winding += hit.turn
      const next = hits[i + 1]
      if (winding === 0 || !next) return
      const from = Math.round(hit.x)
      // A stroke thinner than a dot still has to print.
      spans.push(y, from, Math.max(from + 1, Math.round(next.x)))
    })
  }
  return spans
}

const cache = new Map<string, number[]>()
const CACHED_GLYPHS = 20_000

function cachedSpans(glyph: PrintGlyph, px: number): number[] {
  const key = `${glyph.face.key} ${glyph.id} ${px}`
  const known = cache.get(key)
  if (known) return known
  const spans = spansOf(glyph, px)
  if (cache.size >= CACHED_GLYPHS) cache.clear()
  cache.set(key, spans)
  return spans
}

/**
 * A line of text as dots. `px` = em in dots; `baseline` = rows from the bitmap's top to the
 * baseline.
 */
export function rasterText(text: string, bold: boolean, px: number): Bitmap & { baseline: number } {
  const glyphs = [...text].map((char) => glyphOf(char.codePointAt(0) ?? 0, bold))
  const width = Math.ceil(glyphs.reduce((sum, glyph) => sum + glyph.advance * px, 0))
  const baseline = Math.ceil(px * 1.07)
  const drawn = bitmap(Math.max(1, width), baseline + Math.ceil(px * 0.3))
  let pen = 0
  for (const glyph of glyphs) {
    const left = Math.round(pen)
    const spans = cachedSpans(glyph, px)
    for (let i = 0; i + 2 < spans.length; i += 3) {
      setDots(
        drawn,
        left + (spans[i + 1] ?? 0),
        left + (spans[i + 2] ?? 0),
        baseline + (spans[i] ?? 0),
      )
    }
    pen += glyph.advance * px
  }
  return { ...drawn, baseline }
}
