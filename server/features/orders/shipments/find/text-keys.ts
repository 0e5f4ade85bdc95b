/** Scripts without spaces between words: one or two of their characters are a word. */
const WORD_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const MARKS = /\p{M}/gu

/**
 * The parts by which a text is found, as numbers: every three characters in a row, and of scripts
 * without spaces also every one and two. A text that contains another one has all parts of it.
 */
export function keysOf(tenantId: string, text: string): number[] {
  const signs = folded(text)
  const keys = new Set<number>()
  for (const [at, sign] of signs.entries()) {
    const [next, third] = [signs[at + 1], signs[at + 2]]
    if (next !== undefined && third !== undefined) keys.add(hash(tenantId, sign + next + third))
    if (!WORD_SIGN.test(sign)) continue
    keys.add(hash(tenantId, sign))
    if (next !== undefined && WORD_SIGN.test(next)) keys.add(hash(tenantId, sign + next))
  }
  return [...keys]
}

/** What a row must have to contain a text; null where the text is too short for one. */
export function keysToFind(tenantId: string, text: string): number[] | null {
  const signs = folded(text)
  if (signs.length >= 3)
    return signs.slice(2).map((third, at) => hash(tenantId, signs[at]! + signs[at + 1]! + third))
  return signs.length > 0 && signs.every((sign) => WORD_SIGN.test(sign))
    ? [hash(tenantId, signs.join(''))]
    : null
}

/**
 * Characters without case and marks, each by itself: where the database takes two texts as alike
 * but for their case, they are the same here, wherever they stand.
 */
const folded = (text: string): string[] =>
  Array.from(text).flatMap((sign) =>
    Array.from(sign.normalize('NFD').replaceAll(MARKS, '').toLowerCase().replaceAll(MARKS, '')),
  )

/** FNV-1a over the characters' code units, as the database has its whole numbers. */
function hash(tenantId: string, part: string): number {
  let value = 0x811c9dc5
  for (const text of [tenantId, '|', part])
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      value = Math.imul(value ^ (unit & 0xff), 0x01000193)
      value = Math.imul(value ^ (unit >>> 8), 0x01000193)
    }
  return value | 0
}
