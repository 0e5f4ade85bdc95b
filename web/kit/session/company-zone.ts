import { boundsOf, lookFrom } from '#contracts/kit/zone-days.ts'
import { currentSession } from './session.ts'

/** The zone whose days figures and lists go by: the company's; the browser's own before a sign-in. */
export const companyZone = (): string =>
  currentSession().user?.companyZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day it is for the company, as `2026-12-01`. */
export const companyToday = (at = Date.now()): string => lookFrom(companyZone(), at)!.today

/** The moment the company's day begins, as ISO UTC. */
export const companyMidnight = (day: string): string => boundsOf(day, companyZone()).first

/** A moment at which a day of the company begins is that day; any other is null. */
export function dayBegunAt(moment: string): string | null {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return null
  const day = companyToday(at.getTime())
  return companyMidnight(day) === at.toISOString() ? day : null
}
