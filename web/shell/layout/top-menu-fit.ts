/**
 * How many entries of these widths stand in a line; where not all do, the last width (what opens
 * the rest) has its place too.
 */
export function fitting(widths: readonly number[], available: number): number {
  const entries = widths.slice(0, -1)
  const more = widths.at(-1) ?? 0
  if (entries.reduce((sum, width) => sum + width, 0) <= available) return entries.length
  let used = more
  for (const [at, width] of entries.entries()) {
    used += width
    if (used > available) return at
  }
  return entries.length
}
