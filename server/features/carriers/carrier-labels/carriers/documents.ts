import { createHash } from 'node:crypto'
import type { LabelDocument, LabelFormat } from '#server/features/carriers/carriers/index.ts'

/** A carrier's document with its hash, or null where its bytes are cut off or of another kind. */
export function documentOf(
  kind: LabelDocument['kind'],
  format: LabelFormat,
  bytes: Uint8Array,
): LabelDocument | null {
  return isWhole(format, Buffer.from(bytes))
    ? { kind, format, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    : null
}

/** What it is by its first bytes; carriers do not always name the format. */
export function formatOf(bytes: Uint8Array): LabelFormat {
  if (startsWith(bytes, '%PDF')) return 'pdf'
  return startsWith(bytes, '\u0089PNG') ? 'png' : 'zpl'
}

const startsWith = (bytes: Uint8Array, sign: string): boolean =>
  Buffer.from(bytes.subarray(0, sign.length)).toString('latin1') === sign

const TAIL = 1_024

function isWhole(format: LabelFormat, bytes: Buffer): boolean {
  const tail = bytes.subarray(-TAIL).toString('latin1')
  if (format === 'pdf') return startsWith(bytes, '%PDF') && tail.includes('%%EOF')
  if (format === 'png') return startsWith(bytes, '\u0089PNG') && tail.includes('IEND')
  const text = bytes.toString('utf8').trim()
  return text.includes('^XA') && text.endsWith('^XZ')
}
