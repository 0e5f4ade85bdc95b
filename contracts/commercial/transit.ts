/** Working days from the depot; null where none are promised. */
export interface Transit {
  min: number | null
  max: number | null
}

/** Which of the rating texts (`days.…`) names the days; null without any. */
export function transitWords(
  transit: Transit | null | undefined,
): { name: 'between' | 'about'; params: Record<string, number> } | null {
  const { min = null, max = null } = transit ?? {}
  if (min !== null && max !== null && min !== max) return { name: 'between', params: { min, max } }
  const count = max ?? min
  return count === null ? null : { name: 'about', params: { count } }
}
