/** Numbers that are printed in groups, and copied so: post (S10), UPS, SSCC. */
const PRINTED_IN_GROUPS = [/^[A-Z]{2}\d{9}[A-Z]{2}$/i, /^1Z[A-Z0-9]{16}$/i, /^00\d{18}$/]
/** A word as long as this can be a number by itself. */
const ALONE = 8

/**
 * What is before a number without being part of it: the sign a scanner sends for the kind of
 * code (`]C1`), and the brackets of `(00)`.
 */
export const withoutPrefix = (word: string): string =>
  word.replace(/^\][A-Za-z]\d/, '').replace(/^\(00\)/, '00')

/**
 * Words of one line, those joined that are groups of one printed number. Words that could all be
 * numbers by themselves are neighbours, whatever they look like together.
 */
export function joinGroups(words: readonly string[]): string[] {
  const plain = words.map(withoutPrefix).filter(Boolean)
  const joined: string[] = []
  for (let at = 0; at < plain.length;) {
    const end = endOfNumber(plain, at)
    joined.push(plain.slice(at, end).join(''))
    at = end
  }
  return joined
}

/** Where the number that begins at a word ends: the longest run that looks like a printed one. */
function endOfNumber(words: readonly string[], at: number): number {
  for (let end = words.length; end > at + 1; end--) {
    const run = words.slice(at, end)
    const text = run.join('')
    if (
      run.some((word) => word.length < ALONE) &&
      PRINTED_IN_GROUPS.some((shape) => shape.test(text))
    )
      return end
  }
  return at + 1
}
