/**
 * What the public page may ask for. Free of zod, so the tracking page can use
 * the same figures without carrying a validator of 15 kB.
 */
export const MAX_TRACK_NUMBERS = 40

/**
 * A tracking or order number as carriers print them: letters and digits, with
 * dashes, dots, slashes or underscores inside, and at least one digit.
 */
export const TRACK_NUMBER = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._/-]{3,49}$/

/** `nos=a,b` to its numbers; empty parts are dropped. */
export function splitTrackNumbers(nos: string): string[] {
  return nos
    .split(',')
    .map((no) => no.trim())
    .filter((no) => no !== '')
}
