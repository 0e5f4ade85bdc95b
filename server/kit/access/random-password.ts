import { randomInt } from 'node:crypto'

/** One kind of sign each; none that is taken for another (O and 0, l and 1). */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%*+-=?']

/** A random password with a character of every kind: about 5.9 bits per character. */
export function randomPassword(length: number): string {
  const all = KINDS.join('')
  const one = (signs: string) => signs[randomInt(signs.length)]!
  const signs = [
    ...KINDS.map(one),
    ...Array.from({ length: length - KINDS.length }, () => one(all)),
  ]
  for (let at = signs.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[signs[at], signs[other]] = [signs[other]!, signs[at]!]
  }
  return signs.join('')
}
