import { sql } from 'kysely'
import type { ChoiceWay } from '#contracts/orders/service-choices.ts'
import { cachedByConfigVersion } from '#server/kit/db/config-version.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { ServiceChoice } from '../checks/validated-order.ts'

interface Row {
  id: string
  customerId: string
  position: number
  name: string
  countries: string | null
  minWeight: number | null
  maxWeight: number | null
  minValue: string | null
  maxValue: string | null
  currency: string | null
  kinds: string | null
  attributes: string | null
  way: string
  serviceId: string | null
  serviceCodes: string | null
}

/** Words of a list by commas or blanks, in capitals. */
export const listed = (text: string | null | undefined): string[] =>
  (text ?? '')
    .toUpperCase()
    .split(/[\s,，;；、]+/)
    .filter((word) => word !== '')

const allChoices = cachedByConfigVersion(async (system) => {
  const found = await sql<Row>`select r.id, r.customer_id, r.position, r.name, r.countries,
      r.min_weight, r.max_weight, r.min_value, r.max_value, r.currency, r.kinds, r.attributes, r.way,
      r.service_id, r.service_codes
    from ${system.rows('serviceChoice').as('r')} where r.enabled
    order by r.customer_id, r.position, r.id`.execute(system.db)
  const big = (text: string | null) => (text === null ? null : BigInt(text))
  return Map.groupBy(
    found.rows.map((row): ServiceChoice & { customerId: string } => ({
      id: row.id,
      customerId: row.customerId,
      position: row.position,
      name: row.name,
      countries: listed(row.countries),
      minGrams: row.minWeight,
      maxGrams: row.maxWeight,
      minValue: big(row.minValue),
      maxValue: big(row.maxValue),
      currency: row.currency,
      kinds: listed(row.kinds),
      attributes: listed(row.attributes),
      way: row.way as ChoiceWay,
      serviceId: row.serviceId,
      serviceCodes: listed(row.serviceCodes),
    })),
    ({ customerId }) => customerId,
  )
})

/** A customer's rules in their order, kept until the set-up changes. */
export async function choicesOf(
  ctx: Ctx,
  customerId: string,
  version: string,
): Promise<readonly ServiceChoice[]> {
  return (await allChoices(ctx, 'service-choices', version)).get(customerId) ?? []
}
