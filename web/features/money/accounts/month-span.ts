export interface Span {
  from: string
  to: string
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The first and last day of a month, so many months from a day; this one ends on it. */
export function monthSpan(now: Date, months: number): Span {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + months]
  const last = Date.UTC(year, month + 1, 0)
  return { from: dayOf(Date.UTC(year, month, 1)), to: dayOf(Math.min(last, now.getTime())) }
}
