import { businessDay } from '#server/kit/db/business-day.ts'
import { findRoutes, type Route } from '#server/features/commercial/routing/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { PrintRow } from './find-printable.ts'

/** Where each goes by the routing tables of the day it is printed: it is sorted from now on. */
export async function routesOf(
  ctx: Ctx,
  rows: readonly PrintRow[],
  now: Date,
): Promise<(Route | null)[]> {
  const date = await businessDay(ctx, now.getTime())
  return await findRoutes(
    ctx,
    rows.map(({ serviceId, country, postalCode, state, city }) => ({
      serviceId,
      address: { country, postalCode: postalCode ?? '', state, city },
      date,
    })),
  )
}
