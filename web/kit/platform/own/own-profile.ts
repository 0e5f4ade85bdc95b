import { useEffect } from 'react'
import { setTimeZone } from '../../text/formats.ts'
import { isText } from '../../text/storage.ts'
import { settingNow, useSetting } from './user-settings.ts'

/** A user's choices that more than one page uses, and the keys they are stored under. */
export const OWN = {
  lang: 'profile.lang',
  timeZone: 'profile.timeZone',
  depotId: 'profile.depotId',
  goOn: 'signIn.goOn',
} as const

/** The depot a person works at where the device remembers no other. */
export function ownDepot(): string | null {
  const chosen = settingNow(OWN.depotId)
  return isText(chosen) ? chosen : null
}

/**
 * Times are shown in the zone the person has chosen; '' for the browser's own. A new one asks for a
 * new drawing of the page.
 */
export function useOwnZone(): string {
  const [zone] = useSetting(OWN.timeZone, isText, '')
  useEffect(() => () => setTimeZone(undefined), [])
  try {
    setTimeZone(
      zone === ''
        ? undefined
        : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
    )
    return zone
  } catch {
    // A zone another browser knew.
    setTimeZone(undefined)
    return ''
  }
}
