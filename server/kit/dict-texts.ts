import type { Lang } from '#contracts/kit/envelope.ts'

export interface DictWord { value: string; text: string }
/** How the kit learns the dictionaries of a tenant in one language; the dictionaries feature hands it in at start. */
export type DictReader = (tenantId: string, lang: Lang) => Promise<Readonly<Record<string, readonly DictWord[]>>>

let reader: DictReader = () => Promise.resolve({})

export function useDictionaries(given: DictReader): void {
  reader = given
}

/** Texts of one tenant's dictionaries in one language; an unknown value gives ''. */
export async function dictTexts(tenantId: string, lang: Lang): Promise<(code: string, value: string) => string> {
  const items = await reader(tenantId, lang)
  const byCode = new Map<string, Map<string, string>>()
  return (code, value) => {
    let texts = byCode.get(code)
    if (!texts) byCode.set(code, texts = new Map((items[code] ?? []).map((item) => [item.value, item.text])))
    return texts.get(value) ?? ''
  }
}

/** The items themselves, for reading words back (imports). */
export function dictItems(tenantId: string, lang: Lang): Promise<Readonly<Record<string, readonly DictWord[]>>> {
  return reader(tenantId, lang)
}
