import { localeTexts } from '../locale-files.ts'

export type Lang = 'zh_CN' | 'en_US'

/**
 * The words a person sees, by namespace and key: the tests look for the texts of the screens, in either
 * language.
 */
export function uiTexts(
  lang: Lang,
): (space: string, key: string, data?: Record<string, string | number>) => string {
  const spaces = new Map<string, Readonly<Record<string, string>>>()
  return (space, key, data = {}) => {
    let texts = spaces.get(space)
    if (!texts) spaces.set(space, (texts = localeTexts(lang, space)))
    const text = texts[key]
    if (text === undefined) throw new Error(`${lang}/${space}.json has no ${key}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
  }
}
