import { sql } from 'kysely'
import { dictionaries, type DictOption } from '#contracts/session.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { executorOf, type Ctx, type Executor } from '#server/kit/ctx.ts'
import { useDictionaries } from '#server/kit/dict-texts.ts'
import { feature } from '#server/kit/feature.ts'

type DictMap = Record<string, DictOption[]>
interface Row { code: string; value: string; text: string; textEn: string | null; color: string | null }

const KEEP_MS = 30_000
const cache = new Map<string, { at: number; items: Promise<DictMap> }>()

/** Active items by dictionary, built-in ones overlaid by the tenant's own of the same code, in the caller's language. */
export function allDictItems(ctx: Ctx): Promise<DictMap> {
  return itemsOf(executorOf(ctx), ctx.who.tenantId, ctx.lang)
}

function itemsOf(db: Executor, tenantId: string, lang: Lang): Promise<DictMap> {
  // The key holds the tenant: one tenant's words never reach another's cache.
  const key = `${tenantId}:${lang}`
  const kept = cache.get(key)
  if (kept && performance.now() - kept.at < KEEP_MS) return kept.items
  const items = read(db, tenantId, lang)
  cache.set(key, { at: performance.now(), items })
  items.catch(() => cache.delete(key))
  return items
}

async function read(db: Executor, tenantId: string, lang: Lang): Promise<DictMap> {
  const found = await sql<Row>`select distinct on (d.dict_code, i.item_value) d.dict_code as code, i.item_value as value, i.item_text as text, i.item_text_en as text_en, i.color, i.sort_order
    from sys_dict d join sys_dict_item i on i.tenant_id = d.tenant_id and i.dict_id = d.id
    where d.tenant_id in (0, ${tenantId}) and d.del_flag = 0 and i.status = 1
    order by d.dict_code, i.item_value, d.tenant_id desc`.execute(db)
  const sorted = (found.rows as (Row & { sortOrder: number })[]).toSorted((a, b) => a.sortOrder - b.sortOrder)
  // Without a prototype: a code that comes from outside finds dictionaries only.
  const map = Object.create(null) as DictMap
  for (const row of sorted) {
    const text = lang === 'en_US' ? row.textEn ?? row.text : row.text
    ;(map[row.code] ??= []).push({ value: row.value, text, title: text, color: row.color })
  }
  return map
}

export function dictionaryCalls() {
  return feature(dictionaries, {
    queryAllDictItems: allDictItems,
    getDictItems: async (ctx: Ctx, { code }: { code: string }) => (await allDictItems(ctx))[code] ?? [],
    refleshCache: async (ctx: Ctx) => {
      for (const lang of ['zh_CN', 'en_US']) cache.delete(`${ctx.who.tenantId}:${lang}`)
      return Promise.resolve(null)
    },
  })
}

/** Lets the kit put dictionary words beside values in lists. */
export function lendDictionaries(db: Executor): void {
  useDictionaries((tenantId, lang) => itemsOf(db, tenantId, lang))
}
