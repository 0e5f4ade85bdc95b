import { PICTURE_SIDE } from '#contracts/platform/operations/files.ts'
import { PICTURES } from './file-types.ts'

export interface Picture {
  type: string
  width: number
  height: number
  bytes: Buffer
  /** A small one of at most `THUMB_SIDE` pixels; null where the picture is as small itself. */
  thumb: Buffer | null
}

const PIXELS_MAX = 40_000_000
const THUMB_SIDE = 256
/** Pictures worked on at the same time: each may need a hundred megabytes. */
const AT_ONCE = 2

const load = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let loaded: ReturnType<typeof load> | null = null

/**
 * The picture drawn again, upright, without what is not visible: places, cameras, comments and
 * bytes after its end. Null for everything that is no still PNG, JPEG or WebP of sound
 * size (security.md §6.8: 10,000 pixels a side, 40 megapixels). `side`: it is made smaller where it
 * is larger.
 */
export async function drawAnew(bytes: Buffer, side = PICTURE_SIDE): Promise<Picture | null> {
  const sharp = await (loaded ??= load())
  return await inTurn(async () => {
    try {
      const open = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      const { format, width, height, pages = 1 } = await open().metadata()
      const type = `image/${format}`
      if (!PICTURES.includes(type) || pages > 1 || Math.max(width, height) > PICTURE_SIDE)
        return null
      const fitted = (to: number) =>
        open()
          .autoOrient()
          .resize({ width: to, height: to, fit: 'inside', withoutEnlargement: true })
      const drawn = fitted(side)
      const { data, info } = await (
        format === 'png'
          ? drawn.png({ compressionLevel: 9 })
          : format === 'jpeg'
            ? drawn.jpeg({ quality: 90 })
            : drawn.webp({ quality: 90 })
      ).toBuffer({ resolveWithObject: true })
      const isSmall = Math.max(info.width, info.height) <= THUMB_SIDE
      return {
        type,
        width: info.width,
        height: info.height,
        bytes: data,
        thumb: isSmall ? null : await fitted(THUMB_SIDE).webp({ quality: 75 }).toBuffer(),
      }
    } catch {
      // The decoder throws plain errors for every kind of broken picture.
      return null
    }
  })
}

export interface GreyPixels {
  width: number
  height: number
  /** One byte each, 0 black, on white. */
  grey: Uint8Array | Uint8ClampedArray
}

/** The brightness of a picture that was drawn here before. */
export async function greyPixels(bytes: Buffer): Promise<GreyPixels & { grey: Uint8Array }> {
  const sharp = await (loaded ??= load())
  return await inTurn(async () => {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const grey = new Uint8Array(width * height)
    for (let at = 0; at < grey.length; at++) grey[at] = data[at * channels]!
    return { width, height, grey }
  })
}

/** Grey pixels as PNG. */
export async function pngOf({ width, height, grey }: GreyPixels): Promise<Buffer> {
  const sharp = await (loaded ??= load())
  return await inTurn(() =>
    sharp(grey, { raw: { width, height, channels: 1 } })
      .png({ compressionLevel: 6, palette: true, colours: 2 })
      .toBuffer(),
  )
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
