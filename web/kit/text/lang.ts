import type { Lang } from '#contracts/kit/envelope.ts'

// Bare and without our prefix: the public tracking pages read the same choice.
const STORED_AS = 'client_lang'
/**
 * Each language by its own name: a person who landed in the wrong one must be able to read the way
 * out.
 */
export const LANG_NAMES: Readonly<Record<Lang, string>> = { zh_CN: '简体中文', en_US: 'English' }
export const LANG_CHOICES: readonly Lang[] = ['zh_CN', 'en_US']

const isLang = (text: string | null): text is Lang => text === 'zh_CN' || text === 'en_US'

/** The stored choice, else the browser's language, else Chinese (specification §1). */
export function chosenLang(): Lang {
  const stored = storedLang()
  if (stored) return stored
  for (const preferred of navigator.languages ?? [navigator.language]) {
    if (/^zh\b/i.test(preferred)) return 'zh_CN'
    if (/^en\b/i.test(preferred)) return 'en_US'
  }
  return 'zh_CN'
}

export function storeLang(lang: Lang): void {
  try {
    localStorage.setItem(STORED_AS, lang)
  } catch {
    // Storage is off: the choice then lasts as long as the page.
  }
}

function storedLang(): Lang | null {
  try {
    const found = /zh_CN|en_US/.exec(localStorage.getItem(STORED_AS) ?? '')?.[0] ?? null
    return isLang(found) ? found : null
  } catch {
    return null
  }
}

export const htmlLang = (lang: Lang): string => (lang === 'zh_CN' ? 'zh-CN' : 'en')
