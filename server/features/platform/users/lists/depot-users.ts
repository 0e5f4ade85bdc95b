import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { depotUsers } from '#contracts/platform/people/users.depots.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { checkLinks, setLinks } from '../link-user.ts'
import { lockUser, requireBelow } from '../lock-user.ts'
import { userById, userPage } from '../user-rows.ts'
import { userConditions } from './list-users.ts'

type Calls = typeof depotUsers

/** Staff of a depot; without one, of every depot. */
export async function listDepotUsers(
  ctx: Ctx,
  { depotId, ...query }: ListQuery,
): Promise<Out<Calls['list']>> {
  const one = typeof depotId === 'string' && depotId !== '' ? depotId : null
  return userPage(ctx, query as ListQuery, [
    ...userConditions(ctx, query as ListQuery),
    sql<SqlBool>`t.customer_id is null and exists (select 1
      from ${ctx.rows('sysUserDepot').as('ud')}
      where ud.user_id = t.id and (${one}::bigint is null or ud.depot_id = ${one}::bigint))`,
  ])
}

export async function addToDepots(
  ctx: Ctx,
  { userIds, depotIds }: In<Calls['assign']>,
): Promise<BulkResult> {
  await begin(ctx)
  const known = await sql<{ id: string }>`select d.id from ${ctx.rows('depot').as('d')}
    where d.id = any(${depotIds}::bigint[])`.execute(ctx.db)
  const ids = new Set(known.rows.map(({ id }) => id))
  const unknown = depotIds.flatMap((id, at) =>
    ids.has(id) ? [] : [{ path: `depotIds.${at}`, code: 'field.ref' as const }],
  )
  if (unknown.length > 0) failFields(unknown)
  return eachRow(ctx, userIds, (tx, id, name) =>
    move(tx, id, name, (depots) => [...new Set([...depots, ...depotIds])]),
  )
}

export async function removeFromDepot(
  ctx: Ctx,
  { userIds, depotId }: In<Calls['remove']>,
): Promise<BulkResult> {
  await begin(ctx)
  return eachRow(ctx, userIds, (tx, id, name) =>
    move(tx, id, name, (depots) => {
      if (!depots.includes(depotId)) fail('user.notInDepot')
      return depots.filter((one) => one !== depotId)
    }),
  )
}

async function begin(ctx: Ctx): Promise<void> {
  await requireStepUp(ctx)
}

/** What the form of a user checks is checked here, too: depots beyond the caller's, the role's reach. */
async function move(
  tx: Tx,
  id: string,
  name: (label: string) => void,
  change: (depots: string[]) => string[],
): Promise<string> {
  const user = await lockUser(tx, id)
  name(user.realname)
  await requireBelow(tx, user)
  if (user.customerId !== null) fail('user.depotsForStaff')
  const before = (await userById(tx, id)) ?? failMissing()
  const depots = before.depotIds ? before.depotIds.split(',') : []
  const after = change(depots)
  if (after.toSorted().join() === depots.toSorted().join()) return user.realname
  await checkLinks(tx, { depotIds: after }, false, before)
  await setLinks(tx, user, { depotIds: after })
  const saved = after.join(',')
  await tx.audit('sys_user', id, 'edit', { depotIds: before.depotIds }, { depotIds: saved })
  await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: [id] })
  return user.realname
}
