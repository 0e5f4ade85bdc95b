import { perApp } from '../runtime/deps.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { Ctx } from '../access/ctx.ts'

export interface DictWord {
  value: string
  text: string
}
/** Reads the dictionaries of the caller's tenant in one language. */
type DictReader = (ctx: Ctx, lang: Lang) => Promise<Readonly<Record<string, readonly DictWord[]>>>

/** The dictionaries of an app: empty until `app.ts` gives the reader. */
export const dictReader = perApp<DictReader>(() => () => Promise.resolve({}))

type Texts = (code: string, value: string) => string
/** Cached as long as the reader keeps handing out the same items. */
const looked = new WeakMap<object, Texts>()

/** Texts of the tenant's dictionaries in the caller's language; an unknown value gives ''. */
export async function dictTexts(ctx: Ctx): Promise<Texts> {
  const items = await dictReader.of(ctx.deps)(ctx, ctx.lang)
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
  ctx: Ctx,
  lang: Lang,
): Promise<Readonly<Record<string, readonly DictWord[]>>> {
  return dictReader.of(ctx.deps)(ctx, lang)
}
