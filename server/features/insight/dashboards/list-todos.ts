import { sql } from 'kysely'
import { TODO_CAP, TODO_KINDS, type dashboards, type Todo } from '#contracts/insight/dashboards.ts'
import { TODOS } from '#contracts/insight/dashboards.measures.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { linkOf } from '#contracts/kit/measure.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { importsFound } from '#server/features/orders/shipment-imports/index.ts'
import { unmappedCodes } from '#server/features/tracking/tracking/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures, type HandRows } from '#server/kit/resource/measure.ts'
import { lookIn } from './look-in.ts'

const BY_HAND: Readonly<Record<string, HandRows>> = {
  [shipmentImports.list.path]: (ctx, query) =>
    sql`from ${ctx.rows('shipmentImport').as('i')} where ${importsFound(shipmentImports.list.in.parse(query))}`,
  [tracking.unmapped.path]: unmappedCodes,
}

/** What waits for the caller: only what they may see and act on, nothing where nothing waits. */
export async function listTodos(ctx: Ctx, { zone }: In<typeof dashboards.todos>): Promise<Todo[]> {
  const look = await lookIn(ctx, zone)
  const staff = ctx.principal.customerId === null
  const kinds = TODO_KINDS.filter(
    (kind) =>
      !(staff && TODOS[kind].ofCustomers) &&
      TODOS[kind].perms.every((needed) => [needed].flat().some(ctx.holds)),
  )
  const counts: Readonly<Record<string, number>> = await countMeasures(
    ctx,
    Object.fromEntries(kinds.map((kind) => [kind, TODOS[kind].measure])),
    look,
    { cap: TODO_CAP, byHand: BY_HAND },
  )
  return kinds.flatMap((kind) => {
    const n = counts[kind] ?? 0
    const path = linkOf(TODOS[kind].measure, look)
    return n > 0 && path !== null ? [{ kind, n, path }] : []
  })
}
