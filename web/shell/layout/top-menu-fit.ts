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

/**
 * The same where entries have icons: those go before an entry does. `icons`: what each takes;
 * `bare`: the widths were measured without them.
 */
export function fitWithIcons(
  widths: readonly number[],
  icons: readonly number[],
  bare: boolean,
  available: number,
): { shown: number; bare: boolean } {
  const whole = widths.map((width, at) => width + (bare ? (icons[at] ?? 0) : 0))
  const entries = widths.length - 1
  if (fitting(whole, available) === entries) return { shown: entries, bare: false }
  const plain = widths.map((width, at) => width - (bare ? 0 : (icons[at] ?? 0)))
  return { shown: fitting(plain, available), bare: true }
}
