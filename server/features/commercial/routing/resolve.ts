import type { routing } from '#contracts/commercial/zones/routing.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  explainRules,
  normalisePostcode,
  type ExplainedRule,
  type RatingAddress,
} from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { serviceByCode } from './service-by-code.ts'
import { routeOf, routeRows, type RouteRow } from './find-routes.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

type Answer = Out<typeof routing.resolve>

/** Which routing code an address has for a service, and which rows it won against. */
export async function resolveRoutingCode(
  ctx: Ctx,
  input: In<typeof routing.resolve>,
): Promise<Answer> {
  const { id: serviceId } = await serviceByCode(ctx, input.serviceCode)
  const { address, date, head } = await askedOf(ctx, input)
  const [rows = []] = await routeRows(ctx, [{ serviceId, address, date }], { anyDay: true })
  const explained = explainRules(rows, {
    lang: ctx.lang,
    address,
    date,
    tableOf: ({ rank }) => rank,
  })
  const winner = explained[0]?.lost === null ? explained[0] : undefined
  return {
    ...head,
    why: winner ? `${winner.row.sortCode}: ${winner.text}` : noneOf(ctx, head, address),
    routing: winner ? routeOf(winner.row, address) : null,
    rule: winner ? ruleOf(winner, address) : null,
    others: explained.flatMap((one) =>
      one.lost ? [{ ...ruleOf(one, address), ...one.lost }] : [],
    ),
  }
}

/** The address as it is compared, and the day: today unless given. */
export async function askedOf(
  ctx: Ctx,
  input: In<typeof routing.resolve>,
): Promise<{
  address: RatingAddress
  date: string
  head: { postcode: string; date: string }
}> {
  const country = input.country.toUpperCase()
  const date = input.date ?? (await businessDay(ctx))
  const postalCode = input.postalCode ?? ''
  return {
    address: { country, postalCode, state: input.state ?? null, city: input.city ?? null },
    date,
    head: { postcode: normalisePostcode(postalCode, country), date },
  }
}

export const noneOf = (
  { lang }: Ctx,
  { postcode, date }: { postcode: string; date: string },
  { country }: RatingAddress,
): string => translate(lang, 'rating', 'why.none', { country, postcode, date })

function ruleOf(
  { row, kind, text }: ExplainedRule<RouteRow>,
  address: RatingAddress,
): NonNullable<Answer['rule']> {
  const { id, country, matchType, from, to, priority, validFrom, validTo, tableId, tableName } = row
  return {
    id,
    country,
    matchType,
    from,
    to,
    priority,
    validFrom,
    validTo,
    kind,
    text,
    route: routeOf(row, address),
    table: { id: tableId, name: tableName },
  }
}
