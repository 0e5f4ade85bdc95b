/** The shortest of the numbers carriers print (DHL Express). */
const SHORTEST = 9

/**
 * Pasted numbers one by one: by line, comma or tab, and by spaces where each part is long enough to
 * be a number; carriers print one number in groups, too.
 */
export function splitNumbers(text: string): string[] {
  const parts = text.split(/[\n\t,;，；、]+/).flatMap((line) => {
    const words = line.trim().split(/\s+/)
    return words.length > 1 && words.every((word) => word.length >= SHORTEST)
      ? words
      : [line.trim()]
  })
  return [...new Set(parts)].filter(Boolean)
}
