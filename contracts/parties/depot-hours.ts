/** A period a depot is open; on its own clock. */
export interface Period {
  opens: string
  closes: string
}
export interface WeekPeriod extends Period {
  /** 1 Monday to 7 Sunday. */
  weekday: number
}
/** A day with other hours than its weekday: closed where they are null. */
export interface Holiday {
  day: string
  name: string | null
  opens: string | null
  closes: string | null
}

export const OPENS = /^([01]\d|2[0-3]):[0-5]\d$/
export const CLOSES = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/
const PERIOD = /^(\d{1,2}):?(\d{2})?\s*[-–—~至]\s*(\d{1,2}):?(\d{2})?$/

/** `8-12, 13:00-17:30` as periods; null where a part means nothing or two of them overlap. */
export function periodsOf(text: string): Period[] | null {
  const found: Period[] = []
  for (const part of text.split(/[,;，；]/)) {
    const word = part.trim()
    if (word === '') continue
    const [, fromHour, fromMinute = '00', toHour, toMinute = '00'] = PERIOD.exec(word) ?? []
    if (!fromHour || !toHour) return null
    const opens = `${fromHour.padStart(2, '0')}:${fromMinute}`
    const closes = `${toHour.padStart(2, '0')}:${toMinute}`
    if (!OPENS.test(opens) || !CLOSES.test(closes) || opens >= closes) return null
    found.push({ opens, closes })
  }
  const sorted = found.toSorted((a, b) => a.opens.localeCompare(b.opens))
  return sorted.some(({ closes }, at) => closes > (sorted[at + 1]?.opens ?? '99')) ? null : sorted
}

export const periodsText = (periods: readonly Period[]): string =>
  periods.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')

/** Monday is 1, of a day as `2026-12-24`. */
export const weekdayOf = (day: string): number =>
  ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** When a depot is open on a day; null where it has no hours at all. */
export function openOn(
  day: string,
  hours: readonly WeekPeriod[],
  holidays: readonly Holiday[],
): { periods: Period[]; holiday: Holiday | null } | null {
  const holiday = holidays.find((one) => one.day === day) ?? null
  if (holiday)
    return {
      holiday,
      periods:
        holiday.opens !== null && holiday.closes !== null
          ? [{ opens: holiday.opens, closes: holiday.closes }]
          : [],
    }
  if (hours.length === 0) return null
  const weekday = weekdayOf(day)
  return { holiday, periods: hours.filter((one) => one.weekday === weekday) }
}

/** Days of the week with the same hours as one: `1–5 08:00–18:00`, with the names of the days. */
export function weekText(
  hours: readonly WeekPeriod[],
  nameOfDay: (weekday: number) => string,
): string {
  const runs: { from: number; to: number; text: string }[] = []
  for (let weekday = 1; weekday <= 7; weekday++) {
    const text = periodsText(
      hours
        .filter((one) => one.weekday === weekday)
        .toSorted((a, b) => a.opens.localeCompare(b.opens)),
    )
    const last = runs.at(-1)
    if (last && last.text === text) last.to = weekday
    else runs.push({ from: weekday, to: weekday, text })
  }
  return runs
    .filter(({ text }) => text !== '')
    .map(({ from, to, text }) =>
      from === to ? `${nameOfDay(from)} ${text}` : `${nameOfDay(from)}–${nameOfDay(to)} ${text}`,
    )
    .join('; ')
}
