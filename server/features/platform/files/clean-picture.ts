import { PICTURE_SIDE } from '#contracts/platform/files.ts'

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  bytes: Buffer
}

const PIXELS_MAX = 40_000_000
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
])

/**
 * A picture as it may be kept: told by what it is, not by its name, and taken apart. Places,
 * cameras, comments and whatever hangs behind its end are left out. Null for everything that is no
 * still PNG, JPEG or WebP of sound size (security.md §6.8: 10,000 pixels a side, 40 megapixels).
 */
export function cleanPicture(bytes: Buffer): Picture | null {
  try {
    const found = bytes.subarray(0, 8).equals(PNG)
      ? png(bytes)
      : bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
        ? jpeg(bytes)
        : bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
          ? webp(bytes)
          : null
    const sound = (side: number) => side >= 1 && side <= PICTURE_SIDE
    return found &&
      sound(found.width) &&
      sound(found.height) &&
      found.width * found.height <= PIXELS_MAX
      ? found
      : null
  } catch (error) {
    // It ended in the middle of something.
    if (error instanceof RangeError) return null
    throw error
  }
}

function png(bytes: Buffer): Picture | null {
  const stored: Buffer[] = [PNG]
  const seen = new Set<string>()
  for (let at = PNG.length; ;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || (seen.size === 0) !== (name === 'IHDR' && end === at + 25))
      return null
    if (PNG_CHUNKS.has(name)) stored.push(bytes.subarray(at, end))
    else if (/^[A-Z]/.test(name)) return null // a part that must be understood, and is not
    seen.add(name)
    if (name === 'IEND') break
    at = end
  }
  return seen.has('IDAT')
    ? {
        type: 'image/png',
        width: bytes.readUInt32BE(16),
        height: bytes.readUInt32BE(20),
        bytes: Buffer.concat(stored),
      }
    : null
}

/**
 * JFIF and Adobe's note on colours change how it looks; every other APP part and the comments do
 * not.
 */
const isStoredMarker = (marker: number) =>
  marker === 0xe0 || marker === 0xee || !((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpeg(bytes: Buffer): Picture | null {
  const stored: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4 || marker === 0 || (marker >= 0xd0 && marker <= 0xd8))
      return null
    if (isFrame(marker))
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const next = marker === 0xda ? endOfScan(bytes, end) : end
    if (isStoredMarker(marker)) stored.push(bytes.subarray(at, next))
    at = next
  }
  return (
    size && {
      type: 'image/jpeg',
      ...size,
      bytes: Buffer.concat([...stored, Buffer.from([0xff, 0xd9])]),
    }
  )
}

/**
 * Where the next real marker stands: inside a scan 0xFF is followed by 0, or by one of eight that
 * only keep step.
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); ; at = bytes.indexOf(0xff, at + 2)) {
    if (at < 0) throw new RangeError('no end')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

function webp(bytes: Buffer): Picture | null {
  const stored: Buffer[] = []
  let size: { width: number; height: number } | null = null
  let drawn = false
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at < end;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (next > bytes.length || name === 'ANIM' || name === 'ANMF') return null
    const chunk = Buffer.from(bytes.subarray(at, next))
    if (name === 'VP8X') {
      chunk.writeUInt8(chunk.readUInt8(8) & 0x10, 8) // of its flags only that of the alpha channel stays true
      size = { width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 }
    }
    if (name === 'VP8 ')
      size ??= { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff }
    if (name === 'VP8L')
      size ??= {
        width: (chunk.readUInt32LE(9) & 0x3fff) + 1,
        height: ((chunk.readUInt32LE(9) >>> 14) & 0x3fff) + 1,
      }
    drawn ||= name === 'VP8 ' || name === 'VP8L'
    if (['VP8X', 'VP8 ', 'VP8L', 'ALPH'].includes(name)) stored.push(chunk)
    at = next
  }
  if (!size || !drawn) return null
  const body = Buffer.concat([Buffer.from('WEBP'), ...stored])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return { type: 'image/webp', ...size, bytes: Buffer.concat([head, body]) }
}
