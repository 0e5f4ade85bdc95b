import { perApp } from '#server/kit/runtime/deps.ts'
import { sql } from 'kysely'
import type { DictOption } from '#contracts/platform/session/session.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { executorOf, type Ctx, type Deps } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'

type DictMap = Record<string, DictOption[]>
interface Row {
  code: string
  value: string
  text: string
  textEn: string | null
  color: string | null
  sortOrder: number
}

const KEEP_MS = 30_000
/** Tenants times languages. */
const KEEP_MAX = 2_000
const caches = perApp(() =>
  keepLoaded<DictMap>({ name: 'dictionaries', max: KEEP_MAX, freshMs: KEEP_MS, kind: 'dict' }),
)

/**
 * Active items by dictionary, built-in ones overlaid by the tenant's own of the same code, in the
 * caller's language.
 */
export function allDictItems(ctx: Ctx): Promise<DictMap> {
  return itemsIn(ctx, ctx.lang)
}

/** The same in a language of choice, for reading words back. */
export function itemsIn(ctx: Ctx, lang: Lang): Promise<DictMap> {
  const { tenantId } = ctx.principal
  // The key holds the tenant: one tenant's words never reach another's cache.
  return caches.of(ctx.deps).get(`${tenantId}:${lang}`, () => read(executorOf(ctx), tenantId, lang))
}

/**
 * Words of this tenant are read again; null: of every tenant. Runs on every process by broadcasts of kind
 * `dict`.
 */
export function clearDictionaryCache(deps: Deps, tenantId: string | null): void {
  const cached = caches.of(deps)
  if (tenantId === null || tenantId === '0') cached.forget()
  else cached.forget((key) => key.startsWith(`${tenantId}:`))
}

async function read(db: Executor, tenantId: string, lang: Lang): Promise<DictMap> {
  // Whose row it is is settled before whether it is in use: a tenant that switches a word off does
  // not get the product's back.
  const found = await sql<Row>`select *
      from (select distinct on (d.dict_code, i.item_value) d.dict_code as code,
        i.item_value as value, i.item_text as text, i.item_text_en as text_en, i.color,
        i.sort_order, i.status
      from sys_dict d join sys_dict_item i on i.tenant_id = d.tenant_id and i.dict_id = d.id
      where d.tenant_id in (0, ${tenantId}) and d.del_flag = 0
      order by d.dict_code, i.item_value, d.tenant_id desc) as laid
    where status = 1 order by sort_order, value`.execute(db)
  // Without a prototype: a code that comes from outside finds dictionaries only.
  const map = Object.create(null) as DictMap
  for (const row of found.rows) {
    const english = row.textEn ?? row.text
    const [text, other] = lang === 'en_US' ? [english, row.text] : [row.text, english]
    ;(map[row.code] ??= []).push({
      value: row.value,
      text,
      title: text,
      color: row.color,
      ...(other === text ? {} : { otherText: other }),
    })
  }
  return map
}
