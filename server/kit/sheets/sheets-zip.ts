import { crc32, createInflateRaw } from 'node:zlib'
import { fromBufferPromise, getFileNameLowLevel, parseExtraFields, validateFileName } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { SheetError } from './sheets-model.ts'
import type { SheetLimits } from './sheets-model.ts'

export interface ZipEntry {
  size: number
  zip: ZipFile
  entry: Entry
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006')
const END_BYTES = 22
const LOCAL_BYTES = 30
/** A small part may pack better than the ratio without harm. */
const RATIO_FREE = 1024 * 1024

/** What the library cannot read is damage, or closed by a password. */
function refused(error: unknown): SheetError {
  if (error instanceof SheetError) return error
  return new SheetError(/encrypt/.test(String(error)) ? 'sheet.encrypted' : 'sheet.damaged')
}

/** Programs and mail gateways leave bytes behind an archive; it ends with its directory. */
function trimmed(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(END_OF_DIRECTORY)
  if (at < 0 || at + END_BYTES > bytes.length) throw new SheetError('sheet.damaged')
  return bytes.subarray(0, at + END_BYTES + bytes.readUInt16LE(at + END_BYTES - 2))
}

function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFieldRaw } = entry
  const name = getFileNameLowLevel(
    generalPurposeBitFlag,
    fileNameRaw,
    parseExtraFields(extraFieldRaw),
    false,
  )
  const link = entry.externalFileAttributes >>> 28 === 0xa
  if (name === '' || name.includes('\0') || link || validateFileName(name) !== null)
    throw new SheetError('sheet.unsafe', { name: name.slice(0, 100) })
  return name
}

/** Two entries with the same bytes: one stream that is counted many times. */
function overlap(entries: readonly ZipEntry[]): boolean {
  let end = 0
  return entries
    .map(({ entry }) => entry)
    .toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    .some((entry) => {
      const at = entry.relativeOffsetOfLocalHeader
      const over = at < end
      end = at + LOCAL_BYTES + entry.fileNameLength + entry.compressedSize
      return over
    })
}

async function readDirectory(bytes: Buffer, limits: SheetLimits): Promise<Map<string, ZipEntry>> {
  const bomb = (limit: number) => new SheetError('sheet.bomb', { limit })
  const zip = await fromBufferPromise(trimmed(bytes), { decodeStrings: false })
  if (zip.entryCount > limits.entries) throw bomb(limits.entries)
  const entries = new Map<string, ZipEntry>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const { compressedSize: packed, uncompressedSize: size } = entry
    if (entry.isEncrypted()) throw new SheetError('sheet.encrypted')
    const name = nameOf(entry)
    if (entries.has(name)) throw new SheetError('sheet.unsafe', { name: name.slice(0, 100) })
    if (!entry.canDecodeFileData()) throw new SheetError('sheet.damaged')
    total += size
    if (total > limits.unzippedBytes || (size > RATIO_FREE && size > packed * limits.ratio))
      throw bomb(limits.unzippedBytes)
    entries.set(name, { size, zip, entry })
  }
  const packsTooWell = total > RATIO_FREE && total > bytes.length * limits.ratio
  if (packsTooWell || overlap([...entries.values()])) throw bomb(limits.unzippedBytes)
  return entries
}

/**
 * The archive's directory, refused as a whole before a single byte is unpacked when it promises too
 * much: entries, bytes, ratio, overlapping data (one stream counted many times), names that leave
 * the folder, links, encryption.
 */
export async function zipEntries(
  bytes: Buffer,
  limits: SheetLimits,
): Promise<Map<string, ZipEntry>> {
  try {
    return await readDirectory(bytes, limits)
  } catch (error) {
    throw refused(error)
  }
}

/** How much is unpacked ahead of the reader. */
const CHUNK = 64 * 1024

/**
 * Unpacks one entry piece by piece and stops at the first byte more than the directory promised.
 */
export async function* unzip({ zip, entry, size }: ZipEntry): AsyncGenerator<Buffer> {
  let [read, crc] = [0, 0]
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    const plain = entry.isCompressed()
      ? packed.pipe(createInflateRaw({ chunkSize: CHUNK }))
      : packed
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > size) throw new SheetError('sheet.bomb', { limit: size })
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    throw refused(error)
  }
  if (read !== size || crc !== entry.crc32) throw new SheetError('sheet.damaged')
}
