import { crc32, createInflateRaw } from 'node:zlib'
import { SheetError } from './sheets-model.ts'
import type { SheetLimits } from './sheets-model.ts'

export interface ZipEntry {
  name: string
  method: number
  crc: number
  packed: number
  size: number
  /** Where the entry's local header begins. */
  at: number
  /** First byte after its data, according to the directory. */
  end: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
/** A small part may pack better than the ratio without harm. */
const RATIO_FREE = 1024 * 1024

function directoryOf(bytes: Buffer): { count: number; start: number; end: number } {
  // The comment behind the record is at most 65,535 bytes.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at--) {
    if (bytes.readUInt32LE(at) !== END_OF_DIRECTORY) continue
    const [disk, count, size, start] = [
      bytes.readUInt16LE(at + 4),
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 12),
      bytes.readUInt32LE(at + 16),
    ]
    // 20 MiB never need ZIP64, and a second directory is a favourite hiding place.
    if (disk !== 0 || count === 0xffff || start + size > at) throw new SheetError('sheet.damaged')
    return { count, start, end: start + size }
  }
  throw new SheetError('sheet.damaged')
}

function safeName(name: string): boolean {
  return name !== '' && !/[\\\0]|^\/|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(name)
}

/**
 * The archive's directory, refused as a whole before a single byte is unpacked when it promises too
 * much: entries, bytes, ratio, overlapping data (one stream counted many times), names that leave
 * the folder, links, encryption.
 */
export function zipEntries(bytes: Buffer, limits: SheetLimits): Map<string, ZipEntry> {
  const { count, start, end } = directoryOf(bytes)
  if (count > limits.entries) throw new SheetError('sheet.bomb', { limit: limits.entries })
  const entries = new Map<string, ZipEntry>()
  let at = start
  let total = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new SheetError('sheet.damaged')
    const flags = bytes.readUInt16LE(at + 8)
    const [nameLength, extraLength, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ]
    // Some programs part folders by a back slash.
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/')
    const entry: ZipEntry = {
      name,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
      end: 0,
    }
    entry.end = entry.at + 30 + nameLength + entry.packed
    if (flags & 1) throw new SheetError('sheet.encrypted')
    if (!safeName(name) || entries.has(name) || bytes.readUInt32LE(at + 38) >>> 28 === 0xa)
      throw new SheetError('sheet.unsafe', { name: name.slice(0, 100) })
    if (
      entry.end > start ||
      (entry.method !== 0 && entry.method !== 8) ||
      (entry.method === 0 && entry.packed !== entry.size)
    )
      throw new SheetError('sheet.damaged')
    total += entry.size
    if (
      total > limits.unzippedBytes ||
      (entry.size > RATIO_FREE && entry.size > entry.packed * limits.ratio)
    )
      throw new SheetError('sheet.bomb', { limit: limits.unzippedBytes })
    entries.set(name, entry)
    at += 46 + nameLength + extraLength + commentLength
  }
  if (total > RATIO_FREE && total > bytes.length * limits.ratio)
    throw new SheetError('sheet.bomb', { limit: limits.unzippedBytes })
  const inOrder = [...entries.values()].sort((a, b) => a.at - b.at)
  if (inOrder.some((entry, i) => entry.at < (inOrder[i - 1]?.end ?? 0)))
    throw new SheetError('sheet.bomb', { limit: limits.unzippedBytes })
  return entries
}

/** How much is unpacked ahead of the reader. */
const CHUNK = 64 * 1024

/**
 * Unpacks one entry piece by piece and stops at the first byte more than the directory promised.
 */
export async function* unzip(bytes: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (bytes.readUInt32LE(entry.at) !== LOCAL_HEADER) throw new SheetError('sheet.damaged')
  const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
  if (from + entry.packed > bytes.length) throw new SheetError('sheet.damaged')
  const packed = bytes.subarray(from, from + entry.packed)
  let size = 0
  let crc = 0
  const counted = (chunk: Buffer): Buffer => {
    size += chunk.length
    if (size > entry.size) throw new SheetError('sheet.bomb', { limit: entry.size })
    crc = crc32(chunk, crc)
    return chunk
  }
  if (entry.method === 0) {
    for (let at = 0; at < packed.length; at += CHUNK) yield counted(packed.subarray(at, at + CHUNK))
  } else {
    const inflate = createInflateRaw({ chunkSize: CHUNK })
    inflate.end(packed)
    try {
      for await (const chunk of inflate as AsyncIterable<Buffer>) yield counted(chunk)
    } catch (error) {
      throw error instanceof SheetError ? error : new SheetError('sheet.damaged')
    } finally {
      inflate.destroy()
    }
  }
  if (size !== entry.size || crc !== entry.crc) throw new SheetError('sheet.damaged')
}
