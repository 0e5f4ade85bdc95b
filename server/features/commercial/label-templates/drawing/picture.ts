import { bitmap, setDots, type Bitmap } from './raster.ts'
import type { Rotation } from '#contracts/commercial/labels/document.ts'

/** One byte per pixel, 0 black; white where the stored picture was transparent. */
export interface Picture {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** Mean of the pixels under each dot, dark ones black; turned clockwise first. */
export function dotsOf(
  picture: Picture,
  width: number,
  height: number,
  { threshold, turn }: { threshold: number; turn: Rotation },
): Bitmap {
  const drawn = bitmap(width, height)
  const across = turn === 90 || turn === 270
  const [w, h] = across ? [height, width] : [width, height]
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if (meanOf(picture, x / w, (x + 1) / w, y / h, (y + 1) / h) >= threshold) continue
      if (turn === 0) setDots(drawn, x, x + 1, y)
      else if (turn === 90) setDots(drawn, width - 1 - y, width - y, x)
      else if (turn === 180) setDots(drawn, width - 1 - x, width - x, height - 1 - y)
      else setDots(drawn, y, y + 1, height - 1 - x)
    }
  }
  return drawn
}

function meanOf(
  { grey, width, height }: Picture,
  left: number,
  right: number,
  top: number,
  bottom: number,
): number {
  const [x0, y0] = [Math.floor(left * width), Math.floor(top * height)]
  const x1 = Math.min(width, Math.max(x0 + 1, Math.floor(right * width)))
  const y1 = Math.min(height, Math.max(y0 + 1, Math.floor(bottom * height)))
  let sum = 0
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) sum += grey[y * width + x] ?? 255
  return sum / Math.max(1, (x1 - x0) * (y1 - y0))
}
