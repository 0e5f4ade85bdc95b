/**
 * When a job runs, by the clock of its own time zone and with that zone: next to "every day at
 * 03:30" the same clock shows the next time.
 */
export function ZonedMoment({ at, zone }: { at: string | null | undefined; zone: string }) {
  if (!at) return null
  return (
    <span className="job-cell">
      {inZone(at, zone)}
      <small>{zone}</small>
    </span>
  )
}

/** `2026-11-22 03:30`; the moment as it came where the zone is unknown. */
export function inZone(at: string, zone: string): string {
  try {
    // Swedish writes days and times as ISO does.
    return new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(at))
  } catch {
    return at
  }
}
