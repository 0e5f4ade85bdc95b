import { sql } from 'kysely'
import type { routing } from '#contracts/commercial/zones/routing.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { countCoverage, matchRules } from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { routeRows } from './find-routes.ts'

export async function serviceIdOf(ctx: Ctx, code: string): Promise<string> {
  const found = await sql<{ id: string }>`select s.id
    from ${ctx.rows('deliveryService').as('s')} where s.code = ${code}`.execute(ctx.db)
  return found.rows[0]?.id ?? failFields([{ path: 'serviceCode', code: 'service.unknown' }])
}

/** Which of a country's postal codes have no routing code, and which have several. */
export async function routingCoverage(
  ctx: Ctx,
  { serviceCode, country, date }: In<typeof routing.coverage>,
): Promise<Out<typeof routing.coverage>> {
  const serviceId = await serviceIdOf(ctx, serviceCode)
  const day = date ?? new Date().toISOString().slice(0, 10)
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
