import type { PublicLang } from '#contracts/kit/envelope.ts'

/** Flat texts of one language; English already stands where Chinese has none. */
export type Texts = Record<string, string>

const STORED_AS = 'client_lang'
/** A language the back office does not have is kept apart from its choice. */
const STORED_HERE = 'track_lang'
let texts: Texts = {}

export function setTexts(next: Texts): void {
  texts = next
}

/** The text of a key with its `{{placeholders}}` filled; the key itself where no text exists. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const one = values.count === 1 ? texts[`${key}_one`] : undefined
  return (one ?? texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  )
}

/** The bare text of a key that may be missing. */
export const tOrNull = (key: string): string | null => texts[key] ?? null

/** Kept bare under the name the back office reads too; read back by first-paint.ts. */
export function storeLang(lang: PublicLang): void {
  try {
    const shared = lang === 'zh_CN' || lang === 'en_US'
    if (shared) localStorage.removeItem(STORED_HERE)
    localStorage.setItem(shared ? STORED_AS : STORED_HERE, lang)
  } catch {
    // Storage is off: the choice then lasts as long as the page.
  }
}
