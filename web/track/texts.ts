import type { Lang } from '#contracts/kit/envelope.ts'

/** Flat texts of one language; English already stands where Chinese has none. */
export type Texts = Record<string, string>

const STORED_AS = 'client_lang'
let texts: Texts = {}

export function setTexts(next: Texts): void {
  texts = next
}

/** The text of a key with its `{{placeholders}}` filled; the key itself where no text exists. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const one = values.count === 1 ? texts[`${key}_one`] : undefined
  return (one ?? texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The bare text of a key that may be missing. */
export const tOrNull = (key: string): string | null => texts[key] ?? null

/** The stored choice, else the browser's language, else Chinese (specification §1). */
export function chosenLang(): Lang {
  // The rule of web/kit/lang.ts, repeated: a module shared with the back office would cost a request.
  const stored = /zh_CN|en_US/.exec(read() ?? '')?.[0]
  if (stored === 'zh_CN' || stored === 'en_US') return stored
  const wish = (navigator.languages ?? [navigator.language]).find((each) => /^(zh|en)\b/i.test(each))
  return wish?.toLowerCase().startsWith('en') ? 'en_US' : 'zh_CN'
}

export function storeLang(lang: Lang): void {
  try {
    localStorage.setItem(STORED_AS, lang)
  } catch {
    // Storage is off: the choice then lasts as long as the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}
