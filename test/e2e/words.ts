import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Lang = 'zh_CN' | 'en_US'
const root = join(import.meta.dirname, '..', '..', 'locales')

/** The words a person sees, by namespace and key: the tests look for what the screens say, in either language. */
export function words(
  lang: Lang,
): (space: string, key: string, data?: Record<string, string | number>) => string {
  const spaces = new Map<string, Record<string, string>>()
  return (space, key, data = {}) => {
    let texts = spaces.get(space)
    if (!texts)
      spaces.set(
        space,
        (texts = JSON.parse(readFileSync(join(root, lang, `${space}.json`), 'utf8')) as Record<
          string,
          string
        >),
      )
    const text = texts[key]
    if (text === undefined) throw new Error(`${lang}/${space}.json has no ${key}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
  }
}
