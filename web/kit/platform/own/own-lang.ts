import { useEffect, useSyncExternalStore } from 'react'
import type { Lang } from '#contracts/kit/envelope.ts'
import { queryClient } from '../../http/query.ts'
import { changeLang, currentLang } from '../../text/i18n.ts'
import { OWN } from './own-profile.ts'
import { useSession } from '../../session/session.ts'
import { onSettings, putSetting, settingNow, settingsLoaded } from './user-settings.ts'

/**
 * The signed-in user's language: pages change to it, and mails, text messages and notices are
 * written in it from now on. Names and texts of the server are fetched again.
 */
export async function chooseLang(lang: Lang): Promise<void> {
  putSetting(OWN.lang, lang)
  await changeLang(lang)
  await queryClient.invalidateQueries()
}

/**
 * Who never chose a language gets mails and notices in the one they work in. An administrator in
 * a user's session chooses nothing for them.
 */
export function useOwnLang(): void {
  const acting = Boolean(useSession().user?.acting)
  const missing = useSyncExternalStore(
    onSettings,
    () => settingsLoaded() && settingNow(OWN.lang) === undefined,
  )
  useEffect(() => {
    if (missing && !acting) putSetting(OWN.lang, currentLang())
  }, [missing, acting])
}
