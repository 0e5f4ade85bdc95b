/** Numbers that are printed in groups, and copied so: post (S10), UPS, SSCC. */
const PRINTED_IN_GROUPS = [/^[A-Z]{2}\d{9}[A-Z]{2}$/i, /^1Z[A-Z0-9]{16}$/i, /^00\d{18}$/]
/** A word as long as this can be a number by itself. */
const ALONE = 8

/** What scanners send for FNC1, at which fields of no fixed length end, and around a message. */
const FIELD_END = /[\u0004\u001d\u001e]|<GS>|\{GS\}|\^\]/i
/** What a scanner sends in front of a code with GS1's fields. */
const GS1 = /^\](?:C1|e0|d2|Q3|J1)/i
/** GS1 fields that name a parcel: its SSCC, and a carrier's own number of a consignment or shipment. */
const SSCC = /^(?:\(00\)|00)(\d{18})/
const OF_SHIPMENT = /^(?:\((?:401|402)\)|(?:401|402))([!-Z_a-z\d]{1,30})$/
/** Fields of a fixed length may stand before it, without a sign between. */
const FIXED = /^(?:\(?(?:01|02)\)?\d{14}|\(?(?:11|12|13|15|16|17)\)?\d{6}|\(?20\)?\d{2})/

/**
 * What is around a number without being part of it: the sign a scanner sends for the kind of code
 * (`]C1`), GS1's other fields with their ends, and the brackets of `(00)`.
 */
export function withoutPrefix(word: string): string {
  const plain = word.replace(/^\][A-Za-z]\d/, '')
  const shown = /\(00\)(\d{18})(?!\d)/.exec(plain)?.[1]
  if (shown !== undefined) return `00${shown}`
  if (!GS1.test(word) && !FIELD_END.test(plain)) return plain.replace(/^\(00\)/, '00')
  const fields = plain.split(FIELD_END).filter(Boolean)
  for (const field of fields) {
    let rest = field
    for (let known = FIXED.exec(rest); known; known = FIXED.exec(rest))
      rest = rest.slice(known[0].length)
    const sscc = SSCC.exec(rest)?.[1]
    if (sscc !== undefined) return `00${sscc}`
    const number = OF_SHIPMENT.exec(rest)?.[1]
    if (number !== undefined) return number
  }
  return fields[0] ?? ''
}

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
