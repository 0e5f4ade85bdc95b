import { permsFor } from '#contracts/kit/crud.ts'
import { sql } from 'kysely'
import { cruds } from '#contracts/catalogue.ts'
import { columnOf } from '#contracts/kit/entity.ts'
import { phoneForms } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { tableKey } from '#server/kit/resource/resource-rows.ts'

/**
 * Table and column as clients name them, and whose business the answer is. `everywhere`: one of a
 * kind in the whole installation.
 */
interface Pair {
  table: string
  /** Ours, where clients know the table by another name. */
  stored?: string
  column: string
  /** Any one of them; none: any signed-in user. */
  perms: readonly string[]
  /** Clients ask, and no table has it yet. */
  none?: true
  everywhere?: true
}

/**
 * Names one signs in by are one of a kind in the installation, and yet asked within the tenant:
 * elsewhere they answer as free, or every customer could ask who has an account here. Saving refuses
 * them all the same.
 */
const users = ['sys:user:add', 'sys:user:edit', 'erp:subuser:add', 'erp:subuser:edit']
const NAMED: readonly Pair[] = [
  ...['username', 'phone', 'email'].map((column): Pair => ({
    table: 'sys_user',
    column,
    perms: users,
  })),
  { table: 'sys_user', column: 'work_no', perms: users },
  { table: 'sys_dict', column: 'dict_code', perms: ['sys:dict:add', 'sys:dict:edit'] },
  { table: 'sys_permission', column: 'perms', perms: ['sys:perm:add', 'sys:perm:edit'] },
  {
    table: 'sys_sms_template',
    stored: 'sys_message_template',
    column: 'template_code',
    perms: ['sys:msgtpl:add', 'sys:msgtpl:edit'],
  },
  {
    table: 'sys_depart_role',
    column: 'role_code',
    perms: ['sys:departrole:add', 'sys:departrole:edit'],
  },
  { table: 'sys_data_source', column: 'code', perms: [], none: true },
]

/**
 * What may be asked: the fields the definitions call unique, and the wire's list (wire.md §6.3).
 * Nothing else reaches the database.
 */
function pairOf(table: string, column: string): Pair | null {
  const named = NAMED.find((pair) => pair.table === table && pair.column === column)
  if (named) return named
  for (const of of cruds) {
    if (of.table !== table || of.scope === 'owner') continue
    if (
      Object.entries(of.fields).some(
        ([name, spec]) => spec.unique && columnOf(name, spec) === column,
      )
    )
      return {
        table,
        column,
        perms: [...permsFor(of, 'add'), ...permsFor(of, 'edit')],
        ...(of.scope === 'global' ? { everywhere: true as const } : {}),
      }
  }
  return null
}

const SAVED = /^\d{1,18}$/
/** An id `generateUserId` gave: the record is still in its form, so no row is its own. */
const UNSAVED = /^[0-9a-f]{32}$/i

/**
 * @throws Refusal `duplicate.taken`; `duplicate.unknown` for a pair that cannot be asked, without
 * with the reason
 */
export async function checkDuplicate(
  ctx: Ctx,
  {
    tableName,
    fieldName,
    fieldVal,
    dataId,
  }: { tableName: string; fieldName: string; fieldVal: string; dataId?: string | undefined },
): Promise<null> {
  const pair = pairOf(tableName, fieldName)
  if (!pair || (dataId && !SAVED.test(dataId) && !UNSAVED.test(dataId)) || fieldVal.includes('\0'))
    fail('duplicate.unknown')
  if (pair.perms.length > 0 && !pair.perms.some((perm) => ctx.holds(perm))) failDenied()
  const value = fieldVal.trim()
  if (value === '' || pair.none) return null
  const column = sql.ref(`t.${pair.column}`)
  const same =
    pair.table === 'sys_user' && pair.column === 'phone'
      ? sql<boolean>`sign_in_phone(t.phone) = any(${await phoneForms(ctx.db, value)}::text[])`
      : pair.table === 'sys_user' && pair.column !== 'work_no'
        ? sql<boolean>`lower(${column}) = lower(${value})`
        : sql<boolean>`${column} = ${value}`
  const other = dataId && SAVED.test(dataId) ? sql<boolean>`t.id <> ${dataId}` : sql<boolean>`true`
  const rows = pair.everywhere
    ? sql`${sql.table(pair.table)} as t`
    : sql`${ctx.rows(tableKey(pair.stored ?? pair.table)).as('t')}`
  const found = await sql`select 1 from ${rows} where ${same} and ${other} limit 1`.execute(ctx.db)
  if (found.rows.length > 0) fail('duplicate.taken')
  return null
}
