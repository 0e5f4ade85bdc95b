import { sql, type SqlBool } from 'kysely'
import type {
  categories,
  CategoryDraft,
  CategoryRow,
} from '#contracts/platform/lists/categories.ts'
import {
  CODE_LEVELS,
  isWithin,
  levelOf,
  nextCode,
} from '#contracts/platform/departments/departments.codes.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failDuplicate, failFields } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { categoriesWhere, categoryOf } from './category-rows.ts'

/** Codes are given one at a time. */
const lockTree = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`category:${tx.principal.tenantId}`},
        0))`.execute(tx.db)

export function addCategory(ctx: Ctx, draft: CategoryDraft): Promise<CategoryRow> {
  return inTx(ctx, async (tx) => {
    await lockTree(tx)
    const parent = await parentOf(tx, draft.pid)
    await alone(tx, draft, null)
    const code = await freeCode(tx, parent?.code ?? '', 0)
    const made = await sql<{
      id: string
    }>`insert into sys_category (tenant_id, pid, name, name_en, code, create_by)
      values (${tx.principal.tenantId}, ${parent?.id ?? null}, ${draft.name},
        ${draft.nameEn ?? null}, ${code}, ${tx.principal.username}) returning id`.execute(tx.db)
    const row = await categoryOf(tx, made.rows[0]!.id)
    await tx.audit('sys_category', row.id, 'add', null, row)
    return row
  })
}

/** Changes a category. Below another parent it and all below it get codes there. */
export function editCategory(
  ctx: Ctx,
  { id, version, ...draft }: In<typeof categories.edit>,
): Promise<CategoryRow> {
  return inTx(ctx, async (tx) => {
    await lockTree(tx)
    const before = await categoryOf(tx, id)
    if (version !== undefined && version !== before.version) failConflict('row.stale', before)
    // A record sent back without its parent stays where it is.
    const pid = draft.pid === undefined ? (before.pid === '0' ? null : before.pid) : draft.pid
    const parent = await parentOf(tx, pid)
    if (parent && isWithin(parent.code, before.code))
      failFields([{ path: 'pid', code: 'category.circle' }])
    await alone(tx, { ...draft, pid }, id)
    if ((parent?.id ?? '0') !== before.pid) {
      const below = await categoriesWhere(tx, sql<SqlBool>`starts_with(c.code, ${before.code})`)
      const code = await freeCode(
        tx,
        parent?.code ?? '',
        Math.max(...below.map((row) => levelOf(row.code))) - levelOf(before.code),
      )
      await sql`update sys_category as c
        set code = ${code} || substr(c.code, ${before.code.length + 1})
        where ${tx.rows('sysCategory').where('c')} and starts_with(c.code, ${before.code})`.execute(
        tx.db,
      )
      const moved = new Map(
        (
          await categoriesWhere(
            tx,
            sql<SqlBool>`c.id = any(${below.map((row) => row.id)}::bigint[])`,
          )
        ).map((row) => [row.id, row]),
      )
      await tx.auditMany(
        'sys_category',
        'edit',
        below
          .filter((row) => row.id !== id)
          .map((row) => ({ id: row.id, before: row, after: moved.get(row.id) ?? null })),
      )
    }
    await change(
      tx,
      'sysCategory',
      { id },
      {
        pid: parent?.id ?? null,
        name: draft.name,
        nameEn: draft.nameEn === undefined ? before.nameEn : draft.nameEn,
      },
      { unlogged: 'all' },
    )
    const row = await categoryOf(tx, id)
    await tx.audit('sys_category', id, 'edit', before, row)
    return row
  })
}

/** A category with others below it stays. */
export function deleteCategory(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    await lockTree(tx)
    const before = await categoryOf(tx, id)
    if (before.hasChild === '1') fail('category.hasChildren', { label: before.name })
    await sql`delete from sys_category as c
      where ${tx.rows('sysCategory').where('c')} and c.id = ${id}`.execute(tx.db)
    await tx.audit('sys_category', id, 'delete', before, null)
    return null
  })
}

/** Deepest first, so that a branch chosen whole goes whole. */
export async function deleteCategories(ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> {
  const codes = new Map(
    (await categoriesWhere(ctx, sql<SqlBool>`c.id = any(${ids}::bigint[])`)).map((row) => [
      row.id,
      row,
    ]),
  )
  return eachRow(
    ctx,
    ids.toSorted((a, b) => (codes.get(b)?.code.length ?? 0) - (codes.get(a)?.code.length ?? 0)),
    async (tx, id) => {
      await deleteCategory(tx, { id })
      return codes.get(id)?.name ?? null
    },
  )
}

async function parentOf(tx: Tx, pid: string | null | undefined): Promise<CategoryRow | null> {
  if (!pid) return null
  return (
    (await categoriesWhere(tx, sql<SqlBool>`c.id = ${pid}`))[0] ??
    failFields([{ path: 'pid', code: 'field.ref' }])
  )
}

async function alone(
  tx: Tx,
  { pid, name }: Pick<CategoryDraft, 'pid' | 'name'>,
  id: string | null,
): Promise<void> {
  const found = await categoriesWhere(
    tx,
    sql<SqlBool>`c.pid is not distinct from ${pid ?? null} and c.name = ${name}`,
  )
  if (found.some((row) => row.id !== id)) failDuplicate('name', name)
}

async function freeCode(tx: Tx, above: string, levelsBelow: number): Promise<string> {
  if (levelOf(above) + 1 + levelsBelow > CODE_LEVELS) fail('category.tooDeep', { max: CODE_LEVELS })
  const taken = await categoriesWhere(tx, sql<SqlBool>`starts_with(c.code, ${above})`)
  return (
    nextCode(
      above,
      taken.map((row) => row.code),
    ) ?? fail('fillRule.full')
  )
}
