import type { Lang } from '#contracts/kit/envelope.ts'
import { translate } from '#server/kit/http/texts.ts'

/** What of a batch was not closed or not sent: kept as a code, put into words when it is read. */
export interface BatchNote {
  code: string | null
  /** The parcel it is about; null: the batch. */
  no: string | null
  /** What the carrier wrote. */
  original: string
}
const LONGEST = 500

export const batchNote = (code: string | null, no: string | null, original = ''): BatchNote => ({
  code,
  no,
  original: original.slice(0, LONGEST),
})

export function noteInWords(lang: Lang, { code, no, original }: BatchNote): string {
  const text = code === null ? '' : translate(lang, 'carrier-labels', `note.${code}`, { original })
  const isNamed = text.includes(original)
  const words = [text, isNamed ? '' : text === '' ? original : `(${original})`]
  return [no === null ? '' : `${no}:`, ...words].filter(Boolean).join(' ')
}
