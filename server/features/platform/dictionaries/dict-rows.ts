import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  dictFields,
  type DictItemRow,
  type DictRow,
} from '#contracts/platform/lists/dictionaries.ts'
import type { Page, ListQuery } from '#contracts/kit/page.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { countRows, ordering, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { clearDictionaryCache } from './all-items.ts'

/** A dictionary with whose it is; `laid`: the product has one of this code too. */
export type StoredDict = Omit<DictRow, 'type'> & { tenantId: string; laid: boolean }
export type StoredItem = Omit<DictItemRow, 'status_dictText'> & {
  tenantId: string
  dictCode: string
}

const dictColumns = (
  ctx: Ctx,
) => sql`d.id, d.tenant_id, d.dict_code, d.dict_name, d.dict_name_en, d.description,
  d.del_flag::int as del_flag, d.version, d.create_by, d.create_time, d.update_by, d.update_time,
  d.tenant_id = 0 as built_in, d.tenant_id <> 0 as own,
  exists (select 1
    from ${ctx.rows('sysDict').as('h')} where h.tenant_id = 0
      and h.dict_code = d.dict_code) as laid,
  (select count(distinct i.item_value)::int
    from ${ctx.rows('sysDictItem').as('i')} join ${ctx.rows('sysDict').as('o')} on o.tenant_id = i.tenant_id
      and o.id = i.dict_id
    where o.dict_code = d.dict_code
      and (o.id = d.id or (d.del_flag = 0 and o.del_flag = 0))) as item_count`

/** The tenant's dictionaries and, where it has none of that code, the product's. */
const shown = (
  ctx: Ctx,
): RawBuilder<SqlBool> => sql<SqlBool>`d.del_flag = 0 and (d.tenant_id <> 0 or not exists
  (select 1 from ${ctx.rows('sysDict').as('mine')}
  where mine.tenant_id = ${ctx.principal.tenantId} and mine.dict_code = d.dict_code
    and mine.del_flag = 0 and mine.tenant_id <> 0))`

export const toDict = ({ tenantId: _tenant, laid, ...row }: StoredDict): DictRow => ({
  ...row,
  type: 0,
  builtIn: row.builtIn || laid,
})

export async function listDicts(ctx: Ctx, query: ListQuery): Promise<Page<DictRow>> {
  const column = columnsOn('d', dictFields)
  const filters = [shown(ctx), ...conditions(dictFields, query, column)]
  const from = sql`from ${ctx.rows('sysDict').as('d')} where ${sql.join(filters, sql` and `)}`
  const { offset, limit } = paging(query)
  const found = await sql<StoredDict>`select ${dictColumns(ctx)} ${from}
      order by ${ordering(dictFields, query, column, { column: 'dictCode', order: 'asc' })}
      limit ${limit} offset ${offset}`.execute(ctx.db)
  return pageResult(found.rows.map(toDict), await countRows(ctx, from), query)
}

/** All of them, or those of a condition on `d`, by code. */
export async function dictsWhere(ctx: Ctx, where: RawBuilder<SqlBool>): Promise<StoredDict[]> {
  return (
    await sql<StoredDict>`select ${dictColumns(ctx)} from ${ctx.rows('sysDict').as('d')}
      where ${where} order by d.dict_code,
        d.tenant_id desc`.execute(ctx.db)
  ).rows
}
export const shownDicts = (
  ctx: Ctx,
  where: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<StoredDict[]> => dictsWhere(ctx, sql<SqlBool>`${shown(ctx)} and ${where}`)

export async function dictById(ctx: Ctx, id: string): Promise<StoredDict> {
  return (await dictsWhere(ctx, sql<SqlBool>`d.id = ${id}`))[0] ?? failMissing()
}

/**
 * Items of the dictionaries of these codes as the tenant sees them, in order; `dictId` is that of
 * the row itself.
 */
export async function itemsOfCodes(
  ctx: Ctx,
  codes: readonly string[],
  where: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<StoredItem[]> {
  const found = await sql<StoredItem>`select *
      from (select distinct on (d.dict_code, i.item_value) i.id, i.tenant_id, i.dict_id,
        d.dict_code, i.item_value, i.item_text, i.item_text_en, i.color, i.description,
      i.sort_order, i.status::text as status, i.version, i.create_by, i.create_time, i.update_by,
      i.update_time, i.tenant_id <> 0 as own,
      bool_or(i.tenant_id = 0) over (partition by d.dict_code, i.item_value) as built_in
    from ${ctx.rows('sysDictItem').as('i')} join ${ctx.rows('sysDict').as('d')} on d.tenant_id = i.tenant_id
      and d.id = i.dict_id
    where d.dict_code = any(${codes}::text[]) and d.del_flag = 0
    order by d.dict_code, i.item_value, i.tenant_id desc) as laid
    where ${where} order by dict_code, sort_order, id`.execute(ctx.db)
  return found.rows
}

/** The item as it is kept, the product's or the tenant's, by its own id. */
export async function itemById(ctx: Ctx, id: string): Promise<StoredItem> {
  const stored = await sql<{
    code: string
    value: string
  }>`select d.dict_code as code, i.item_value as value
    from ${ctx.rows('sysDictItem').as('i')} join ${ctx.rows('sysDict').as('d')} on d.tenant_id = i.tenant_id
      and d.id = i.dict_id
    where i.id = ${id} and d.del_flag = 0`.execute(ctx.db)
  const row = stored.rows[0] ?? failMissing()
  return (
    (await itemsOfCodes(ctx, [row.code], sql<SqlBool>`item_value = ${row.value}`))[0] ??
    failMissing()
  )
}

export async function toItems(
  ctx: Ctx,
  items: readonly StoredItem[],
  dictId?: string,
): Promise<DictItemRow[]> {
  const words = await dictTexts(ctx)
  return items.map(({ tenantId: _tenant, dictCode: _code, ...item }) => ({
    ...item,
    dictId: dictId ?? item.dictId,
    status_dictText: words('dict_item_status', item.status),
  }))
}

/** After a change: here once it has committed, and on every node. */
export async function textsChanged(tx: Tx): Promise<void> {
  const { tenantId } = tx.principal
  tx.afterCommit(() => clearDictionaryCache(tx.deps, tenantId))
  await broadcast(tx, { kind: 'dict', tenantId, userIds: null })
}
