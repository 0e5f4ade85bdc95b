import type { Lang } from '#contracts/kit/envelope.ts'

export interface DictWord {
  value: string
  text: string
}
/** How the kit learns the dictionaries of a tenant in one language; the dictionaries feature hands it in at start. */
export type DictReader = (
  tenantId: string,
  lang: Lang,
) => Promise<Readonly<Record<string, readonly DictWord[]>>>

let reader: DictReader = () => Promise.resolve({})

export function useDictionaries(given: DictReader): void {
  reader = given
}

type Texts = (code: string, value: string) => string
/** Kept as long as the reader keeps handing out the same items. */
const looked = new WeakMap<object, Texts>()

/** Texts of one tenant's dictionaries in one language; an unknown value gives ''. */
export async function dictTexts(tenantId: string, lang: Lang): Promise<Texts> {
  const items = await reader(tenantId, lang)
  const known = looked.get(items)
  if (known) return known
  const byCode = new Map<string, Map<string, string>>()
  const texts: Texts = (code, value) => {
    let words = byCode.get(code)
    if (!words)
      byCode.set(
        code,
        (words = new Map((items[code] ?? []).map((item) => [item.value, item.text]))),
      )
    return words.get(value) ?? ''
  }
  looked.set(items, texts)
  return texts
}

/** The items themselves, for reading words back (imports). */
export function dictItems(
  tenantId: string,
  lang: Lang,
): Promise<Readonly<Record<string, readonly DictWord[]>>> {
  return reader(tenantId, lang)
}
