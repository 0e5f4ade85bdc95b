/** Most numbers one search takes (contracts/tracking/tracking.ts). */
export const MAX_NUMBERS = 500

/**
 * Numbers out of whatever was pasted: a column of a sheet, lines, commas, blanks. Each once, in
 * their order.
 */
export function numbersIn(text: string): { numbers: string[]; cut: number } {
  const found = [
    ...new Set(
      text
        .normalize('NFKC')
        .split(/[\s,;、，；|]+/u)
        .map((part) => part.replace(/^["'“”]+|["'“”]+$/gu, '').slice(0, 60))
        .filter(Boolean),
    ),
  ]
  return { numbers: found.slice(0, MAX_NUMBERS), cut: Math.max(0, found.length - MAX_NUMBERS) }
}

/** The public page of parcels, by their numbers. */
export const publicPath = (numbers: readonly string[]): string =>
  `/track/result?nos=${numbers.map(encodeURIComponent).join(',')}`
export const publicLink = (numbers: readonly string[]): string =>
  `${location.origin}${publicPath(numbers)}`
