/** So many times the next largest value: beyond it a peak would flatten all other days. */
const PEAK = 4
/** At most so many days are peaks; with more of them the scale is theirs. */
const PEAKS_MAX = 3

/** The top of a scale on which a few peaks are cut off; null where all values fit. */
export function clipOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => b - a)
  for (let at = 0; at < PEAKS_MAX; at++) {
    const [peak = 0, next = 0] = [sorted[at], sorted[at + 1]]
    if (next > 0 && peak > PEAK * next) return Math.ceil(next * 1.25)
  }
  return null
}
