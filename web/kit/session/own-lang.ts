import type { Lang } from '#contracts/kit/envelope.ts'
import { queryClient } from '../http/query.ts'
import { changeLang } from '../text/i18n.ts'
import { OWN } from './own-profile.ts'
import { putSetting } from './user-settings.ts'

/**
 * The signed-in user's language: pages change to it, and mails, text messages and notices are
 * written in it from now on. Words of the server come anew in it.
 */
export async function chooseLang(lang: Lang): Promise<void> {
  putSetting(OWN.lang, lang)
  await changeLang(lang)
  await queryClient.invalidateQueries()
}
