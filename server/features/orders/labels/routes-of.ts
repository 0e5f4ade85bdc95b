import { findRoutes, type Route } from '#server/features/commercial/routing/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { PrintRow } from './find-printable.ts'

/** Where each goes by the routing tables of the day it is printed: it is sorted from now on. */
export const routesOf = (
  ctx: Ctx,
  rows: readonly PrintRow[],
  now: Date,
): Promise<(Route | null)[]> =>
  findRoutes(
    ctx,
    rows.map(({ serviceId, country, postalCode, state, city }) => ({
      serviceId,
      address: { country, postalCode: postalCode ?? '', state, city },
      date: now.toISOString().slice(0, 10),
    })),
  )
