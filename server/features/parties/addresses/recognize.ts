import { isChinese, readChinese } from './reader/chinese.ts'
import { readPieces } from './reader/pieces.ts'
import { readWestern } from './reader/western.ts'
import { trimmed, type AddressPart, type Reading } from './reader/reading.ts'

/**
 * Reads an address written as one text; `hint` is the country chosen already. Nothing is guessed
 * into a field it may not belong to: what no field takes is left.
 */
export function recognize(text: string, hint = ''): Reading {
  const reading: Reading = { found: {}, left: [], aside: [] }
  const segments = readPieces(reading, text)
  if (isChinese(segments)) readChinese(reading, segments)
  else readWestern(reading, segments, hint)
  for (const [part, value] of Object.entries(reading.found) as [AddressPart, string][])
    reading.found[part] = asEntered(text, value)
  reading.left = reading.left.map(trimmed).filter(Boolean)
  return reading
}

/** Brackets as they were typed: Chinese ones are as wide as its signs. */
function asEntered(text: string, value: string): string {
  const wide = value.replace(/\(/g, '（').replace(/\)/g, '）')
  return wide !== value && text.includes(wide.slice(wide.indexOf('（'), wide.indexOf('）') + 1))
    ? wide
    : value
}
