import type { Lang } from '#contracts/kit/envelope.ts'

/** How the kit learns a dictionary item's words; the dictionaries feature hands it in at start. */
export type DictReader = (tenantId: string, lang: Lang) => Promise<(code: string, value: string) => string>

let reader: DictReader = () => Promise.resolve(() => '')

export function useDictionaries(given: DictReader): void {
  reader = given
}

/** Texts of one tenant's dictionaries in one language; an unknown value gives ''. */
export function dictTexts(tenantId: string, lang: Lang): Promise<(code: string, value: string) => string> {
  return reader(tenantId, lang)
}
