/** Most numbers one search takes (contracts/tracking.ts). */
export const MAX_NUMBERS = 500

/** Numbers out of pasted text: one per line, or parted by blanks, commas and the like; each once, in their order. */
export function numbersOf(text: string): { numbers: string[]; cut: boolean } {
  const found = [...new Set(text.normalize('NFKC').split(/[\s,;，；、|]+/).map((number) => number.replace(/^["'“”]+|["'“”]+$/g, '').slice(0, 60)).filter(Boolean))]
  return { numbers: found.slice(0, MAX_NUMBERS), cut: found.length > MAX_NUMBERS }
}
