import { sql, type SqlBool } from 'kysely'
import type { dicts, DictRow } from '#contracts/platform/lists/dictionaries.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import {
  fail,
  failConflict,
  failDuplicate,
  failFields,
  failMissing,
} from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dictById, dictsWhere, toDict, textsChanged, type StoredDict } from './dict-rows.ts'

type DictTexts = Pick<StoredDict, 'dictCode' | 'dictName' | 'dictNameEn' | 'description'>

export function addDict(ctx: Ctx, draft: In<typeof dicts.add>): Promise<DictRow> {
  return inTx(ctx, async (tx) => {
    await codeFree(tx, draft.dictCode)
    const row = await insertDict(tx, {
      dictCode: draft.dictCode,
      dictName: draft.dictName,
      dictNameEn: draft.dictNameEn ?? null,
      description: draft.description ?? null,
    })
    await textsChanged(tx)
    return toDict(row)
  })
}

async function codeFree(tx: Tx, code: string): Promise<void> {
  const [taken] = await dictsWhere(tx, sql<SqlBool>`d.dict_code = ${code}`)
  if (taken)
    taken.delFlag === 1
      ? failFields([{ path: 'dictCode', code: 'dict.inBin' }])
      : failDuplicate('dictCode', code)
}

async function insertDict(tx: Tx, words: DictTexts): Promise<StoredDict> {
  const made = await sql<{
    id: string
  }>`insert into sys_dict (tenant_id, dict_code, dict_name, dict_name_en, description, create_by)
    values (${tx.principal.tenantId}, ${words.dictCode}, ${words.dictName}, ${words.dictNameEn},
      ${words.description}, ${tx.principal.username}) on conflict (tenant_id, dict_code) do nothing
      returning id`.execute(tx.db)
  const row = await dictById(tx, made.rows[0]?.id ?? failDuplicate('dictCode', words.dictCode))
  await tx.audit('sys_dict', row.id, 'add', null, toDict(row))
  return row
}

/**
 * The tenant's own dictionary of a code, made and laid over the product's where there is none yet.
 * What the product brings is the program's: no user changes it, a tenant's words lie over it.
 */
export async function ownDict(tx: Tx, dict: StoredDict): Promise<StoredDict> {
  if (dict.own) return dict
  const mine = () =>
    dictsWhere(
      tx,
      sql<SqlBool>`d.dict_code = ${dict.dictCode} and d.tenant_id <> 0 and d.del_flag = 0`,
    )
  // Two who begin at once make one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dict:${tx.principal.tenantId}:${dict.dictCode}`},
        0))`.execute(tx.db)
  return (await mine())[0] ?? insertDict(tx, dict)
}

export function editDict(
  ctx: Ctx,
  { id, version, ...draft }: In<typeof dicts.edit>,
): Promise<DictRow> {
  return inTx(ctx, async (tx) => {
    const before = await dictById(tx, id)
    if (before.delFlag === 1) failMissing()
    if (version !== undefined && version !== before.version)
      failConflict('row.stale', toDict(before))
    if (draft.dictCode !== undefined && draft.dictCode !== before.dictCode) {
      if (before.builtIn || before.laid) failFields([{ path: 'dictCode', code: 'dict.builtIn' }])
      await codeFree(tx, draft.dictCode)
    }
    const own = await ownDict(tx, before)
    await change(
      tx,
      'sysDict',
      { id: own.id },
      {
        dictCode: draft.dictCode ?? own.dictCode,
        dictName: draft.dictName ?? own.dictName,
        dictNameEn: draft.dictNameEn === undefined ? own.dictNameEn : draft.dictNameEn,
        description: draft.description === undefined ? own.description : draft.description,
      },
      { unlogged: 'all' },
    )
    const row = await dictById(tx, own.id)
    await tx.audit('sys_dict', row.id, 'edit', toDict(own), toDict(row))
    await textsChanged(tx)
    return toDict(row)
  })
}

/**
 * Lays a dictionary aside. One over the product's goes for good: the product's words show again.
 */
export function deleteDict(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    const before = await dictById(tx, id)
    if (before.builtIn) fail('dict.builtIn', { label: before.dictName })
    if (before.delFlag === 1) failMissing()
    if (before.laid) await remove(tx, before)
    else await archive(tx, before, 1)
    await textsChanged(tx)
    return null
  })
}

export const deleteDicts = (ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const { dictName } = await dictById(tx, id)
    await deleteDict(tx, { id })
    return dictName
  })

export const recycleBin = async (ctx: Ctx): Promise<DictRow[]> =>
  (await dictsWhere(ctx, sql<SqlBool>`d.del_flag = 1 and d.tenant_id <> 0`)).map(toDict)

export function restore(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    await archive(tx, await fromBin(tx, id), 0)
    await textsChanged(tx)
    return null
  })
}

export function deleteForGood(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    await remove(tx, await fromBin(tx, id))
    return null
  })
}

async function fromBin(tx: Tx, id: string): Promise<StoredDict> {
  const row = await dictById(tx, id)
  return row.delFlag === 1 && row.own ? row : failMissing()
}

async function archive(tx: Tx, row: StoredDict, flag: 0 | 1): Promise<void> {
  await change(tx, 'sysDict', { id: row.id }, { delFlag: flag }, { unlogged: 'all' })
  await tx.audit(
    'sys_dict',
    row.id,
    flag === 1 ? 'delete' : 'edit',
    toDict(row),
    flag === 1 ? null : { ...toDict(row), delFlag: 0 },
  )
}

async function remove(tx: Tx, row: StoredDict): Promise<void> {
  await sql`delete from sys_dict as d
    where ${tx.rows('sysDict').where('d')} and d.tenant_id = ${tx.principal.tenantId} and d.id = ${row.id}`.execute(
    tx.db,
  )
  await tx.audit('sys_dict', row.id, 'delete', toDict(row), null)
}
