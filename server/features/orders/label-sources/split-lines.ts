import type { LabelAddress, LabelField, LabelLimits } from './label-source.ts'

const isWide = (char: string): boolean => /[\u2e80-\uffef]|[\u{20000}-\u{3ffff}]/u.test(char)

/**
 * A text in lines of at most this length, broken between words or between Chinese characters. A
 * word longer than a line is broken where the line ends; no character is lost.
 */
export function splitLines(
  text: string,
  length: number,
  widthOf: (text: string) => number = (one) => [...one].length,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text)) {
    if (widthOf((line + word).trimEnd()) <= length) {
      line += word
      continue
    }
    if (line.trim()) lines.push(line.trim())
    line = ''
    for (const char of word.trimStart()) {
      if (line && widthOf(line + char) > length) {
        lines.push(line)
        line = ''
      }
      line += char
    }
  }
  if (line.trim()) lines.push(line.trim())
  return lines
}

/** Words with the space behind them; a Chinese character is a word. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  const end = () => {
    if (word) words.push(word)
    word = ''
  }
  for (const char of text.replace(/\s+/g, ' ').trim()) {
    if (isWide(char)) end()
    word += char
    if (char === ' ' || char === '-' || char === '/' || isWide(char)) end()
  }
  end()
  return words
}

/** What of an address a field of the limits means, part by part. */
export function partsOf(address: LabelAddress, field: LabelField): string[] {
  const parts =
    field === 'address'
      ? [
          [address.street, address.house].filter(Boolean).join(' '),
          address.address1,
          address.address2,
        ]
      : [address[field]]
  return parts.filter((part): part is string => Boolean(part))
}

/** The lines a source is sent for a field of an address. */
export const linesOf = (
  address: LabelAddress,
  field: LabelField,
  { fields, widthOf }: LabelLimits,
): string[] =>
  partsOf(address, field).flatMap((part) =>
    fields[field] ? splitLines(part, fields[field].length, (text) => widthOf(text, field)) : [part],
  )
