import { permsFor } from '#contracts/kit/crud.ts'
import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { COUNT_CAP, type ListQuery } from '#contracts/kit/page.ts'
import type { accessTests } from '#contracts/platform/access/permissions.access.ts'
import { grantSources, principalOfUser } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { countRows } from '#server/kit/resource/list-page.ts'
import { listRows, tableKey, visibleFields } from '#server/kit/resource/resource-rows.ts'
import { listHookOf } from '#server/kit/resource/registry.ts'
import { asColleague, rowsSeenBy } from '#server/kit/access/rows-seen-by.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { explainAccess, testable } from './explain-access.ts'

type Calls = typeof accessTests
const SHOWN = 10

export function testEntities(ctx: Ctx): Promise<Out<Calls['entities']>> {
  return Promise.resolve(
    testable().map(({ name }) => ({ value: name, text: translate(ctx.lang, name, 'title') })),
  )
}

/** How many rows of an entity a user sees, of how many, the first ten, and what decides it. */
export async function testRows(
  ctx: Ctx,
  { userId, entity }: In<Calls['rows']>,
): Promise<Out<Calls['rows']>> {
  const of =
    testable().find(({ name }) => name === entity) ??
    failFields([{ path: 'entity', code: 'field.dict' }])
  const other = await colleague(ctx, userId)
  const table = tableKey(of.table)
  const theirs = rowsSeenBy(ctx, other, table)
  const wholeTenant = rowsSeenBy(
    ctx,
    { ...other, customerId: null, dataScope: 'tenant', depotIds: null, rules: [] },
    table,
  )
  const query = { pageNo: 1, pageSize: SHOWN } as ListQuery
  // What the entity's list adds for them: kinds of orders, states.
  const added = listHookOf(of.name)?.(asColleague(ctx, other), query, 'list') ?? []
  const shown = sql.join([sql<SqlBool>`true`, ...added], sql` and `)
  const [visible, total] = [
    await countRows(ctx, sql`from ${theirs.as('t')} where ${shown}`),
    await countRows(ctx, sql`from ${wholeTenant.as('t')}`),
  ]
  // The asker's own reach holds too: no user sees more as another than with their
  // own.
  const page = permsFor(of, 'list').some(ctx.holds)
    ? await listRows(ctx, of, query, () => [theirs.where('t'), ...added])
    : null
  const columns = Object.entries(visibleFields(ctx, of.fields))
    .filter(([, spec]) => spec.show.includes('list'))
    .slice(0, 8)
    .map(([key]) => ({ key, title: translateLabel(ctx.lang, of.name, key) }))
  return {
    user: await userOf(ctx, other),
    mayList: permsFor(of, 'list').some((perm) => other.perms.has(perm)),
    visible: Math.min(visible, COUNT_CAP),
    visibleCapped: visible > COUNT_CAP,
    total: Math.min(total, COUNT_CAP),
    totalCapped: total > COUNT_CAP,
    parts: await explainAccess(ctx, other, of.table),
    records: page?.records ?? null,
    columns,
  }
}

/** Whether a user holds a code, and through what. */
export async function testPermission(
  ctx: Ctx,
  { userId, perms }: In<Calls['permission']>,
): Promise<Out<Calls['permission']>> {
  const other = await colleague(ctx, userId)
  const found = await sql<{
    id: string
    name: string
    nameEn: string | null
  }>`select p.id, p.name, p.name_en from sys_permission p where p.perms = ${perms}`.execute(ctx.db)
  const sources = await grantSources(
    ctx,
    other,
    found.rows.map(({ id }) => id),
  )
  const [entry] = found.rows
  return {
    user: await userOf(ctx, other),
    holds: other.perms.has(perms),
    known: entry !== undefined,
    name: entry ? (ctx.lang === 'en_US' ? (entry.nameEn ?? entry.name) : entry.name) : null,
    sources: sources.map(({ kind, id, name }) => ({ kind, id, name })),
  }
}

async function colleague(ctx: Ctx, userId: string): Promise<Principal> {
  return (await principalOfUser(ctx, userId)) ?? failMissing('access.noSuchUser')
}

async function userOf(
  ctx: Ctx,
  { userId, username, realname, orgCode }: Principal,
): Promise<Out<Calls['rows']>['user']> {
  const found = await sql<{
    name: string
  }>`select coalesce(case
      when ${ctx.lang === 'en_US'} then d.depart_name_en end, d.depart_name) as name
      from ${ctx.rows('sysDepart').as('d')} where d.org_code = ${orgCode}`.execute(ctx.db)
  return { id: userId, username, realname, orgCode, departName: found.rows[0]?.name ?? null }
}
