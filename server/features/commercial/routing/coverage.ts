import type { routing } from '#contracts/commercial/zones/routing.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { countCoverage, matchRules } from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { routeRows } from './find-routes.ts'
import { serviceByCode } from './service-by-code.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

/** Which of a country's postal codes have no routing code, and which have several. */
export async function routingCoverage(
  ctx: Ctx,
  { serviceCode, country, date }: In<typeof routing.coverage>,
): Promise<Out<typeof routing.coverage>> {
  const { id: serviceId } = await serviceByCode(ctx, serviceCode)
  const day = date ?? (await businessDay(ctx))
  return countCoverage(
    { country, date: day },
    async (codes) => {
      const asked = codes.map((postalCode) => ({
        serviceId,
        address: { country, postalCode },
        date: day,
      }))
      const rows = await routeRows(ctx, asked)
      return asked.map(({ address }, at) =>
        [0, 1].flatMap((rank) =>
          matchRules(
            (rows[at] ?? []).filter((row) => row.rank === rank),
            address,
            day,
          ),
        ),
      )
    },
    ({ sortCode, gate }) => (gate === null ? sortCode : `${sortCode} · ${gate}`),
  )
}
