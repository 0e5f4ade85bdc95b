import { sql, type SqlBool } from 'kysely'
import type { DictItemDraft, DictItemRow } from '#contracts/platform/lists/dictionaries.ts'
import type { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { dictItemFields } from '#contracts/platform/lists/dictionaries.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Page } from '#contracts/kit/page.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import {
  fail,
  failConflict,
  failDuplicate,
  failFields,
  failMissing,
} from '#server/kit/http/errors.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { pageResult, paging } from '#server/kit/resource/list-page.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import {
  dictById,
  itemById,
  itemsOfCodes,
  toItems,
  textsChanged,
  type StoredDict,
  type StoredItem,
} from './dict-rows.ts'
import { ownDict } from './save-dict.ts'

/** Items of one dictionary, always in their order, whatever else the client asks for. */
export async function listItems(
  ctx: Ctx,
  query: In<typeof dictItems.list>,
): Promise<Page<DictItemRow>> {
  if (query.dictId === undefined) return pageResult([], 0, query)
  const dict = await dictById(ctx, query.dictId)
  const filters = conditions(dictItemFields, query, columnsOn('laid', dictItemFields))
  const items = await itemsOfCodes(
    ctx,
    [dict.dictCode],
    filters.length > 0 ? sql<SqlBool>`${sql.join(filters, sql` and `)}` : undefined,
  )
  const { offset, limit } = paging(query)
  return pageResult(
    await toItems(ctx, items.slice(offset, offset + limit), dict.id),
    items.length,
    query,
  )
}

export async function readItem(
  ctx: Ctx,
  { id, dictId }: In<typeof dictItems.queryById>,
): Promise<DictItemRow> {
  return (await toItems(ctx, [await itemById(ctx, id)], dictId))[0]!
}

export function addItem(
  ctx: Ctx,
  { dictId, ...draft }: In<typeof dictItems.add>,
): Promise<DictItemRow> {
  return inTx(ctx, async (tx) => {
    const dict = await dictById(tx, dictId)
    if (dict.delFlag === 1) failMissing()
    const item = await insertItem(tx, await ownDict(tx, dict), draft)
    await textsChanged(tx)
    return (await toItems(tx, [item]))[0]!
  })
}

/** One more value; by default, it comes last. */
export async function insertItem(
  tx: Tx,
  own: StoredDict,
  draft: DictItemDraft,
): Promise<StoredItem> {
  const items = await itemsOfCodes(tx, [own.dictCode])
  if (items.some((item) => item.itemValue === draft.itemValue))
    failDuplicate('itemValue', draft.itemValue)
  return store(tx, own, {
    ...draft,
    sortOrder: draft.sortOrder ?? Math.max(-1, ...items.map((item) => item.sortOrder)) + 1,
  })
}

async function store(tx: Tx, own: StoredDict, draft: DictItemDraft): Promise<StoredItem> {
  const made = await sql<{
    id: string
  }>`insert into sys_dict_item (tenant_id, dict_id, item_value, item_text, item_text_en, color,
      description, sort_order, status, create_by)
    values (${tx.principal.tenantId}, ${own.id}, ${draft.itemValue}, ${draft.itemText},
      ${draft.itemTextEn ?? null}, ${draft.color ?? null}, ${draft.description ?? null},
      ${draft.sortOrder ?? 0}, ${draft.status ?? 1}, ${tx.principal.username})
    on conflict do nothing returning id`.execute(tx.db)
  const item = await itemById(tx, made.rows[0]?.id ?? failDuplicate('itemValue', draft.itemValue))
  await tx.audit('sys_dict_item', item.id, 'add', null, item)
  return item
}

export type ItemChange = Partial<DictItemDraft> & { version?: number | undefined }

export function editItem(
  ctx: Ctx,
  { id, dictId, ...draft }: In<typeof dictItems.edit>,
): Promise<DictItemRow> {
  return inTx(ctx, async (tx) => {
    const item = await changeItem(tx, id, draft)
    await textsChanged(tx)
    return (await toItems(tx, [item], dictId))[0]!
  })
}

/** Changes an item of the tenant; one of the product's gets the tenant's words laid over it. */
export async function changeItem(tx: Tx, id: string, draft: ItemChange): Promise<StoredItem> {
  const before = await itemById(tx, id)
  if (draft.version !== undefined && (draft.version !== before.version || id !== before.id))
    failConflict('row.stale', (await toItems(tx, [before]))[0]!)
  if (draft.itemValue !== undefined && draft.itemValue !== before.itemValue) {
    // Orders and parcels hold the value: the product's program knows it by that.
    if (before.builtIn) failFields([{ path: 'itemValue', code: 'dict.itemBuiltIn' }])
    if (
      (await itemsOfCodes(tx, [before.dictCode])).some((item) => item.itemValue === draft.itemValue)
    )
      failDuplicate('itemValue', draft.itemValue)
  }
  const given = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value)
  const after: DictItemDraft = {
    itemValue: draft.itemValue ?? before.itemValue,
    itemText: draft.itemText ?? before.itemText,
    itemTextEn: given(draft.itemTextEn, before.itemTextEn),
    color: given(draft.color, before.color as DictItemDraft['color']),
    description: given(draft.description, before.description),
    sortOrder: draft.sortOrder ?? before.sortOrder,
    status: (draft.status ?? before.status) as '0' | '1',
  }
  if (!before.own) return store(tx, await ownDict(tx, await dictById(tx, before.dictId)), after)
  await change(
    tx,
    'sysDictItem',
    { id: before.id },
    {
      itemValue: after.itemValue,
      itemText: after.itemText,
      itemTextEn: after.itemTextEn ?? null,
      color: after.color ?? null,
      description: after.description ?? null,
      sortOrder: after.sortOrder ?? 0,
      status: Number(after.status ?? 1),
    },
    { unlogged: 'all' },
  )
  const item = await itemById(tx, before.id)
  await tx.audit('sys_dict_item', item.id, 'edit', before, item)
  return item
}

/** Takes out an item of the tenant; over one of the product's, the product's words show again. */
export function deleteItem(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    const before = await itemById(tx, id)
    if (!before.own) fail('dict.itemBuiltIn', { label: before.itemText })
    await sql`delete from sys_dict_item as i
      where ${tx.rows('sysDictItem').where('i')} and i.tenant_id = ${tx.principal.tenantId} and i.id = ${before.id}`.execute(
      tx.db,
    )
    await tx.audit('sys_dict_item', before.id, 'delete', before, null)
    await textsChanged(tx)
    return null
  })
}

export const deleteItems = (ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const { itemText } = await itemById(tx, id)
    await deleteItem(tx, { id })
    return itemText
  })

/** Saves the changed lines of the translation table, all or none. */
export function editItems(
  ctx: Ctx,
  { items }: In<typeof dictItems.editBatch>,
): Promise<{ saved: number }> {
  return inTx(ctx, async (tx) => {
    for (const { id, itemText, itemTextEn } of items)
      await changeItem(tx, id, { itemText, itemTextEn: itemTextEn ?? null })
    await textsChanged(tx)
    return { saved: items.length }
  })
}

/** Puts the items in the order of `ids`; those not named follow as they were. */
export function sortItems(ctx: Ctx, { dictId, ids }: In<typeof dictItems.sort>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const items = await itemsOfCodes(tx, [(await dictById(tx, dictId)).dictCode])
    if (ids.some((id) => !items.some((item) => item.id === id))) failMissing()
    const rest = items.filter((item) => !ids.includes(item.id))
    const ordered = [...new Set(ids)].map((id) => items.find((item) => item.id === id)!)
    for (const [at, item] of [...ordered, ...rest].entries())
      if (item.sortOrder !== at) await changeItem(tx, item.id, { sortOrder: at })
    await textsChanged(tx)
    return null
  })
}
