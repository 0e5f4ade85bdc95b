import type { Lang } from '#contracts/kit/envelope.ts'
import { htmlLang } from '../text/lang.ts'
import { soundSettings } from './sounds.ts'

/**
 * Speaks words aloud in the user's language, with a voice of the device; silent where sounds or the
 * voice are off or the browser has none. What was being spoken before is cut short: the last scan counts.
 */
export function speak(words: string, lang: Lang): void {
  const { on, voice, volume } = soundSettings()
  if (!on || !voice || volume === 0 || typeof speechSynthesis === 'undefined') return
  const utterance = new SpeechSynthesisUtterance(words)
  utterance.lang = htmlLang(lang)
  utterance.volume = volume
  speechSynthesis.cancel()
  speechSynthesis.speak(utterance)
}
