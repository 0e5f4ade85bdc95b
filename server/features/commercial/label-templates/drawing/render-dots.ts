import { inkOf, type LabelOp } from './ops.ts'
import { dotsOfMaxicode } from './maxicode.ts'
import { bitmap, setDots, stamp, type Bitmap } from './raster.ts'
import { dotsOfBars, dotsOfModules, dotsOfPicture, placedText } from './render-zpl.ts'

/** The dots a printer puts on a label, its own font apart: that one is drawn as ours. */
export function renderDots(
  ops: readonly LabelOp[],
  { width, height }: { width: number; height: number },
  dots: number,
): Bitmap {
  const page = bitmap(Math.round(width * dots), Math.round(height * dots))
  for (const op of ops) {
    if (op.kind === 'text') {
      const drawn = placedText(op, dots)
      stamp(page, drawn, drawn.x, drawn.y, op.white)
      continue
    }
    const { x, y, w, h } = inkOf(op)
    const [left, top] = [Math.round(x * dots), Math.round(y * dots)]
    if (op.kind === 'rect') {
      const wide = Math.max(1, Math.round(w * dots))
      const high = Math.max(1, Math.round(h * dots))
      for (let row = 0; row < high; row++)
        setDots(page, left, left + wide, top + row, op.white === true)
    } else if (op.kind === 'bars') stamp(page, dotsOfBars(op, dots), left, top)
    else if (op.kind === 'modules') stamp(page, dotsOfModules(op, dots), left, top)
    else if (op.kind === 'maxicode') stamp(page, dotsOfMaxicode(op.turn, op.cells, dots), left, top)
    else stamp(page, dotsOfPicture(op, dots), left, top)
  }
  return page
}

/** One byte per dot, 0 black. */
export function greyOf({ width, height, stride, bits }: Bitmap): Uint8ClampedArray<ArrayBuffer> {
  const grey = new Uint8ClampedArray(width * height).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (((bits[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) grey[y * width + x] = 0
  return grey
}
