import { sql } from 'kysely'
import { isWithin } from '#contracts/platform/departments/departments.codes.ts'
import type { departments } from '#contracts/platform/departments/departments.ts'
import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { departsRemoved } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing, Refusal } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { departNodes } from './depart-rows.ts'
import { lockTree, stored } from './save-depart.ts'

type Removal = Out<typeof departments.removal>

/** The departments with all below them. */
function subtrees(tree: readonly DepartNode[], ids: readonly string[]): DepartNode[] {
  const tops = ids.map((id) => tree.find((one) => one.id === id) ?? failMissing())
  return tree.filter((one) => tops.some((top) => isWithin(one.orgCode, top.orgCode)))
}

async function removalOf(ctx: Ctx, removed: readonly DepartNode[]): Promise<Removal> {
  const ids = removed.map((one) => one.id)
  const found = await sql<{ users: number; roles: number; grants: number }>`select
    (select count(distinct m.user_id)::int
      from ${ctx.rows('sysUserDepart').as('m')} where m.depart_id = any(${ids}::bigint[])) as users,
    (select count(*)::int
      from ${ctx.rows('sysDepartRole').as('r')} where r.depart_id = any(${ids}::bigint[])) as roles,
    (select count(*)::int
      from ${ctx.rows('sysDepartPermission').as('g')} where g.depart_id = any(${ids}::bigint[])) as grants`.execute(
    ctx.db,
  )
  return {
    departs: removed.length,
    ...found.rows[0]!,
    names: removed.slice(0, 20).map((one) => one.title),
  }
}

/** What would go, for the question before it. */
export async function removal(ctx: Ctx, { ids }: { ids: string[] }): Promise<Removal> {
  return removalOf(ctx, subtrees(await departNodes(ctx), ids))
}

/**
 * Takes departments out with all below them, their links to people, grants, roles and what those
 * were granted. What is not empty goes only on explicit demand; the refusal lists what there
 * is.
 */
export function deleteDeparts(ctx: Ctx, ids: readonly string[], force: boolean): Promise<null> {
  return inTx(ctx, async (tx) => {
    const removed = subtrees(await lockTree(tx), ids)
    const what = await removalOf(tx, removed)
    if (!force && (what.departs > new Set(ids).size || what.users > 0))
      throw new Refusal('depart.notEmpty', {
        data: { departs: what.departs, users: what.users, roles: what.roles },
        result: what,
      })
    const rows = removed.map((one) => one.id)
    await sql`update sys_user as u
      set depart_ids = array(select unnest(u.depart_ids) except select unnest(${rows}::bigint[]))
      where ${tx.rows('sysUser').where('u')} and u.depart_ids && ${rows}::bigint[]`.execute(tx.db)
    // Deepest first: a parent is pointed at by its children.
    const order = removed.toSorted((a, b) => b.orgCode.length - a.orgCode.length)
    for (const one of order)
      await sql`delete from sys_depart as d
        where ${tx.rows('sysDepart').where('d')} and d.id = ${one.id}`.execute(tx.db)
    await tx.auditMany(
      'sys_depart',
      'delete',
      order.map((one) => ({ id: one.id, before: stored(one), after: null })),
    )
    await departsRemoved(
      tx,
      removed.map((one) => one.orgCode),
    )
    await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
    return null
  })
}
