import { useEffect } from 'react'
import { withFeedback } from '../../kit/http/feedback.ts'
import { textOf } from '../../kit/text/i18n.ts'
import {
  changeUiSettings,
  onUiSettings,
  readUiSettings,
  uiSettings,
} from '../../kit/session/ui-settings.ts'
import {
  onSettingRefused,
  onSettings,
  putSetting,
  settingNow,
} from '../../kit/platform/own/user-settings.ts'

const KEY = 'shell'

/**
 * Carries a person's choices from machine to machine: the server's are taken up where they are
 * known, each choice made here goes there.
 */
export function useSettingsSync(): void {
  useEffect(() => {
    let taken: unknown = undefined
    let taking = false
    const take = () => {
      const found = settingNow(KEY)
      if (found === taken) return
      taken = found
      taking = true
      try {
        changeUiSettings(readUiSettings(found))
      } finally {
        taking = false
      }
    }
    const give = () => {
      if (taking) return
      taken = uiSettings()
      putSetting(KEY, taken)
    }
    take()
    const offServer = onSettings(take)
    const offHere = onUiSettings(give)
    const offRefused = onSettingRefused((key) => {
      if (key === KEY)
        withFeedback(({ message }) => void message.error(textOf('shell', 'theme.failed')))
    })
    return () => {
      offServer()
      offHere()
      offRefused()
    }
  }, [])
}
