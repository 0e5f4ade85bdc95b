import { sql } from 'kysely'
import { loadTariff } from '#server/features/rating/index.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { actAs } from '#server/kit/ctx.ts'
import countries from 'i18n-iso-countries'
import type { References, ServiceRef } from './ready-order.ts'

interface ServiceRow { id: string; code: string; courierCode: string | null; izSingle: boolean; izMult: boolean; maxPieces: number | null }

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))

/**
 * Everything an order is judged against. Services are those open to the customer; prices and zones are read as the
 * house, since a customer may be priced by a table it may not browse.
 */
export async function loadReferences(ctx: Ctx, customerId: string, only?: { serviceId: string }): Promise<References> {
  const house = actAs(ctx, ctx.who.tenantId)
  const found = await sql<ServiceRow>`select s.id, s.code, o.code as courier_code, s.iz_single, s.iz_mult, s.max_pieces
    from ${house.rows('deliveryService').as('s')} join ${house.rows('channel').as('c')} on c.id = s.channel_id left join ${house.rows('courier').as('o')} on o.id = c.courier_id
    where s.iz_enable and c.enabled ${only ? sql`and s.id = ${only.serviceId}` : sql``}
      and (not exists (select 1 from ${house.rows('serviceCustomer').as('a')} where a.service_id = s.id)
        or exists (select 1 from ${house.rows('serviceCustomer').as('a')} where a.service_id = s.id and a.customer_id = ${customerId}))`.execute(ctx.db)
  const services = new Map<string, ServiceRef>()
  for (const row of found.rows) {
    const tariff = await loadTariff(house, row.id)
    if (tariff) services.set(row.id, { ...row, tariff })
  }
  const depots = (await sql<{ id: string; code: string }>`select id, code from ${house.rows('depot').as('d')} where enabled`.execute(ctx.db)).rows
  const shippers = (await sql<{ id: string }>`select id from ${house.rows('shipper').as('s')} where s.customer_id = ${customerId}`.execute(ctx.db)).rows
  const rules = (await sql<{ country: string; pattern: string }>`select country, pattern from ${house.rows('postalRule').as('p')}`.execute(ctx.db)).rows
  return {
    customerId, services, serviceIdByCode: new Map([...services.values()].map((one) => [one.code, one.id])),
    depots: new Map(depots.map((one) => [one.id, one])), depotIdByCode: new Map(depots.map((one) => [one.code, one.id])),
    shippers: new Set(shippers.map((one) => one.id)), countries: COUNTRIES,
    postalRules: new Map(rules.flatMap((rule) => {
      const compiled = postalPattern(rule.pattern)
      return compiled ? [[rule.country, compiled] as const] : []
    })),
    today: new Date().toISOString().slice(0, 10),
  }
}

/** A postal rule staff typed; one that does not compile or is absurdly long checks nothing rather than everything. */
function postalPattern(pattern: string): RegExp | null {
  if (pattern.length > 300) return null
  try {
    return new RegExp(`^(?:${pattern.replace(/^\^|\$$/g, '')})$`, 'i')
  } catch {
    return null
  }
}
