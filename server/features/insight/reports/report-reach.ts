import { sql } from 'kysely'
import { kindsSeen } from '#server/features/orders/shipments/index.ts'
import { servicesInSight } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { comparedRule } from '#server/kit/access/data-rules.ts'

/**
 * Whom a report runs for, as the policies of the database ask for it (migrations/0013_insight.sql):
 * the same reach as `ctx.rows` has, and what the hooks of the lists add to it.
 */
export async function reportReach(ctx: Ctx, action: 'list' | 'export'): Promise<string> {
  const { principal } = ctx
  const rules: Record<string, unknown[]> = {}
  for (const rule of principal.rules) (rules[rule.table] ??= []).push(comparedRule(rule, principal))
  return JSON.stringify({
    tenant: principal.tenantId,
    customer: principal.customerId,
    customers: await customersInReach(ctx),
    creator: principal.dataScope === 'sub' ? principal.username : null,
    depots: principal.depotIds,
    rules,
    kinds: kindsSeen(ctx, action),
    services: await servicesSeen(ctx),
    sees: {
      customers: ctx.holds('base:customer:list'),
      pooled: ctx.can('ret:unconf:list'),
      personal: principal.masked !== true,
    },
  })
}

/** Null: all of the tenant's. */
async function servicesSeen(ctx: Ctx): Promise<readonly string[] | null> {
  const sight = servicesInSight(ctx, 'v')
  if (sight.length === 0) return null
  const { rows } = await sql<{ id: string }>`select v.id
    from ${ctx.rows('deliveryService').as('v')}
    where ${sql.join(sight, sql` and `)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Null: all of the tenant's. */
async function customersInReach(ctx: Ctx): Promise<readonly string[] | null> {
  const { customerId, dataScope } = ctx.principal
  if (customerId !== null) return [customerId]
  if (dataScope !== 'depart' && dataScope !== 'sales') return null
  const { rows } = await sql<{
    id: string
  }>`select c.id from ${ctx.rows('customer').as('c')}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
