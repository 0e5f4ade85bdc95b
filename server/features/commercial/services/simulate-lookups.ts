import { sql } from 'kysely'
import { nextNumber } from '#server/features/commercial/numbers/index.ts'
import type { RatingInput } from '#server/features/commercial/rating/index.ts'
import {
  findRoutes,
  type Route,
  type RouteAsked,
} from '#server/features/commercial/routing/index.ts'
import { isOpenTo } from '#server/features/platform/users/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { batchCalls, shareCalls } from '#server/kit/db/batch-calls.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

export interface SimulatedService {
  id: string
  izSingle: boolean
  izMult: boolean
  maxPieces: number | null
  labelType: string
  template: string | null
  open: boolean
}
interface Asked extends RouteAsked {
  ctx: Ctx
}

/** Simulations come many at once: the same question is one statement, addresses go together. */
const lookups = perApp(() => ({
  services: shareCalls<SimulatedService | null>(),
  numbers: shareCalls<string | null>(),
  routes: new Map<string, (asked: Asked) => Promise<Route | null>>(),
}))

/** `outside`: a customer's user, who knows the services that are open to the customer. */
export function simulatedService(
  ctx: Ctx,
  code: string,
  customerId: string | null,
  outside: boolean,
): Promise<SimulatedService | null> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const key = JSON.stringify([ctx.principal.tenantId, ctx.lang, code, customerId, outside])
  return lookups.of(ctx.deps).services(key, async () => {
    const found = await sql<SimulatedService>`select s.id, s.iz_single, s.iz_mult, s.max_pieces,
        s.label_type, ${isOpenTo(system, 's', customerId)}::boolean as open,
        (select ${nameIn(ctx.lang, 'l.name')} from ${system.rows('labelTemplate').as('l')}
          where l.id = s.label_template_id) as template
      from ${system.rows('deliveryService').as('s')}
        join ${system.rows('channel').as('c')} on c.id = s.channel_id
      where s.code = ${code} and (${!outside} or ${isOpenTo(system, 's', customerId)})`.execute(
      system.db,
    )
    return found.rows[0] ?? null
  })
}

/** The number the next parcel would get, which stays free. */
export function numberToCome(
  ctx: Ctx,
  serviceId: string,
  customerId: string | null,
): Promise<string | null> {
  const { tenantId } = ctx.principal
  return lookups
    .of(ctx.deps)
    .numbers(JSON.stringify([tenantId, serviceId, customerId]), () =>
      nextNumber(asSystem(ctx, tenantId), serviceId, customerId),
    )
}

/** Sort code and gate, where the service has routing rows for the address. */
export async function routingOf(
  ctx: Ctx,
  serviceId: string,
  { destination, date }: RatingInput,
): Promise<{ sortCode: string; gate: string | null } | null> {
  const { routes } = lookups.of(ctx.deps)
  const { tenantId } = ctx.principal
  const ask =
    routes.get(tenantId) ??
    batchCalls({ atOnce: 2, max: 100 }, (asked: readonly Asked[]) =>
      findRoutes(
        asSystem(asked[0]!.ctx, tenantId),
        asked.map(({ ctx: _, ...one }) => one),
      ),
    )
  routes.set(tenantId, ask)
  const route = await ask({ ctx, serviceId, address: destination, date })
  return route ? { sortCode: route.sortCode, gate: route.gate } : null
}
