/** Letters and digits one level adds to a code (wire.md §7.1): `A01`, `A01A03`, `A01A03B12`. */
export const CODE_STEP = 3
/** Deepest level, and what one parent may have: 26 letters with 99 numbers each. */
export const CODE_LEVELS = 12
export const SIBLINGS_MAX = 26 * 99

const placeOf = (step: string): number => (step.charCodeAt(0) - 65) * 99 + Number(step.slice(1)) - 1
const stepOf = (place: number): string =>
  `${String.fromCharCode(65 + Math.floor(place / 99))}${String((place % 99) + 1).padStart(2, '0')}`

/**
 * The code of the next child of `parent` ('' for the top): one after the last of its children,
 * after 99 the next letter. Once Z99 is given, the first gap; null where there is none. `taken` may
 * hold other codes too.
 */
export function nextCode(parent: string, taken: readonly string[]): string | null {
  const places = new Set(
    taken
      .filter((code) => code.length === parent.length + CODE_STEP && code.startsWith(parent))
      .map((code) => placeOf(code.slice(parent.length))),
  )
  const after = places.size === 0 ? 0 : Math.max(...places) + 1
  if (after < SIBLINGS_MAX) return parent + stepOf(after)
  for (let place = 0; place < SIBLINGS_MAX; place++)
    if (!places.has(place)) return parent + stepOf(place)
  return null
}

/** The parent's code; '' at the top. */
export const parentCode = (code: string): string => code.slice(0, -CODE_STEP)
/** 1 for a code of the top level. */
export const levelOf = (code: string): number => code.length / CODE_STEP
/**
 * Whether `code` is `top` or lies below it. Codes are of equal steps, so a prefix is an ancestor.
 */
export const isWithin = (code: string, top: string): boolean => code.startsWith(top)
