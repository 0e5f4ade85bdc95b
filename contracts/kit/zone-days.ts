import { dayAfter, type Look } from './measure.ts'

/** Today in a zone; null for an unknown zone. */
export function lookFrom(zone: string, at: Date | number): (Look & { zone: string }) | null {
  const clock = clockIn(zone)
  return clock ? { zone, today: clock.format(at).slice(0, 10) } : null
}

/** What a zone's clock shows, in the UTC parts of a moment. */
export const wallClock = (zone: string, at: number): Date =>
  new Date(Date.parse(`${clockIn(zone)!.format(at).replace(' ', 'T')}Z`))

/** First and last moment of a day in a zone, as ISO UTC. */
export function boundsOf(day: string, zone: string): { first: string; last: string } {
  const midnight = (at: string) =>
    startOfDay(new Date(Date.parse(`${at}T12:00:00Z`) - offsetAt(at, zone)), zone) ??
    `${at}T00:00:00.000Z`
  return {
    first: midnight(day),
    last: new Date(Date.parse(midnight(dayAfter(day, 1))) - 1).toISOString(),
  }
}

/**
 * The last midnight before `now` in a zone, as ISO UTC; null for an unknown zone. Right on days
 * the clocks change.
 */
export function startOfDay(now: Date, zone: string): string | null {
  const clock = clockIn(zone)
  if (!clock) return null
  const wall = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
  const midnight = Math.floor(wall(now.getTime()) / 86_400_000) * 86_400_000
  // The offset that counts is midnight's own; it may differ from now's, hence the second look.
  const guess = midnight - (wall(now.getTime()) - Math.floor(now.getTime() / 1000) * 1000)
  const exact = midnight - (wall(guess) - guess)
  return new Date(wall(exact) === midnight ? exact : guess).toISOString()
}

/** How far a zone's clock is ahead of UTC at noon of a day, in milliseconds. */
function offsetAt(day: string, zone: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const wall = clockIn(zone)?.format(noon).replace(' ', 'T')
  return wall ? Date.parse(`${wall}Z`) - noon : 0
}

function clockIn(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: zone,
    })
  } catch {
    return null
  }
}
