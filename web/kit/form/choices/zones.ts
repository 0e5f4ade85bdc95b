/** All zones this browser knows, with their offset of today, west to east. */
export function zones(lang: string, now = new Date()): { zone: string; label: string }[] {
  const known = cache.get(lang)
  if (known) return known
  const made = Intl.supportedValuesOf('timeZone')
    .map((zone) => {
      const part =
        new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
          .formatToParts(now)
          .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
      const [, sign = '+', hours = '00', minutes = '00'] =
        /GMT(?:([+-])(\d\d):(\d\d))?/.exec(part) ?? []
      return {
        zone,
        minutes: (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1),
        label: `UTC${sign}${hours}:${minutes} · ${zone.replaceAll('_', ' ')}`,
      }
    })
    .toSorted((a, b) => a.minutes - b.minutes || a.zone.localeCompare(b.zone))
    .map(({ zone, label }) => ({ zone, label }))
  cache.set(lang, made)
  return made
}
const cache = new Map<string, { zone: string; label: string }[]>()
