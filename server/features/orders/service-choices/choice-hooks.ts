import { sql } from 'kysely'
// Not the package's main file: that one reads the names in every language of the world.
import countries from 'i18n-iso-countries/index.js'
import { parseMoney } from '#contracts/kit/money.ts'
import { kgToGrams } from '#contracts/kit/units.ts'
import type { serviceChoiceList } from '#contracts/orders/service-choices.ts'
import type { DraftOf } from '#contracts/kit/entity.ts'
import { listed } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))
type Row = DraftOf<typeof serviceChoiceList>

/** Lists are kept as codes by commas; a rule that can never hold is refused where it stands. */
export const choiceHooks: Hooks<typeof serviceChoiceList> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    if (draft.countries !== undefined) draft.countries = listed(draft.countries).join(', ') || null
    if (draft.serviceCodes !== undefined)
      draft.serviceCodes = listed(draft.serviceCodes).join(', ') || null
    if (draft.kinds !== undefined) draft.kinds = listed(draft.kinds).join(', ') || null
    if (draft.attributes !== undefined)
      draft.attributes = listed(draft.attributes).join(', ') || null
    const issues = [
      ...shapeIssues(row),
      ...(await wordIssues(tx, row)),
      ...(await serviceIssues(tx, row)),
    ]
    if (issues.length > 0) failFields(issues)
  },
}

function shapeIssues(row: Row): RawIssue[] {
  const issues: RawIssue[] = []
  for (const value of listed(row.countries))
    if (!COUNTRIES.has(value))
      issues.push({ path: 'countries', code: 'country.unknown', data: { value } })
  const [least, most] = [row.minWeight, row.maxWeight].map((one) => (one ? kgToGrams(one) : null))
  if (least != null && most != null && least > most)
    issues.push({ path: 'maxWeight', code: 'serviceChoice.never' })
  if (row.minValue || row.maxValue) {
    if (!row.currency) issues.push({ path: 'currency', code: 'field.required' })
    else {
      const [from, to] = [row.minValue, row.maxValue].map((one) =>
        one ? parseMoney(one, row.currency!, 'nonNegative')?.minor : null,
      )
      if (from != null && to != null && from > to)
        issues.push({ path: 'maxValue', code: 'serviceChoice.never' })
    }
  }
  if (row.way === 'SERVICE' && row.serviceCodes)
    issues.push({ path: 'serviceCodes', code: 'serviceChoice.otherWay' })
  if (row.way !== 'SERVICE' && row.serviceId)
    issues.push({ path: 'serviceId', code: 'serviceChoice.otherWay' })
  if (row.way === 'SERVICE' && !row.serviceId)
    issues.push({ path: 'serviceId', code: 'field.required' })
  return issues
}

/** Kinds and attributes there are. */
async function wordIssues(tx: Tx, row: Row): Promise<RawIssue[]> {
  const items = await dictItems(tx, tx.lang)
  const unknown = (path: 'kinds' | 'attributes', dict: string): RawIssue[] => {
    const known = new Set((items[dict] ?? []).map(({ value }) => value))
    return listed(row[path]).every((word) => known.has(word)) ? [] : [{ path, code: 'field.dict' }]
  }
  return [...unknown('kinds', 'shipment_resource'), ...unknown('attributes', 'order_attribute')]
}

/** Services the customer may use, and weights the chosen one takes. */
async function serviceIssues(tx: Tx, row: Row): Promise<RawIssue[]> {
  const system = asSystem(tx, tx.principal.tenantId)
  const codes = row.way === 'SERVICE' ? [] : listed(row.serviceCodes)
  const customerId = row.customerId ?? tx.principal.customerId
  const found = await sql<{ id: string; code: string; most: string | null }>`select s.id, s.code,
      (select min(r.max_value) from ${system.rows('serviceRule').as('r')}
        where r.service_id = s.id and r.valid_type = '1') as most
    from ${system.rows('deliveryService').as('s')}
    where (s.id = ${row.way === 'SERVICE' ? (row.serviceId ?? null) : null}
        or upper(s.code) = any(${codes}::text[]))
      and (not exists (select 1 from ${system.rows('serviceCustomer').as('a')}
          where a.service_id = s.id)
        or exists (select 1 from ${system.rows('serviceCustomer').as('a')}
          where a.service_id = s.id and a.customer_id = ${customerId}))`.execute(tx.db)
  const known = new Set(found.rows.map(({ code }) => code.toUpperCase()))
  const missing = codes.filter((code) => !known.has(code))
  if (missing.length > 0)
    return [
      {
        path: 'serviceCodes',
        code: 'serviceChoice.unknown',
        data: { codes: missing.join(', ') },
      },
    ]
  if (row.way !== 'SERVICE' || !row.serviceId) return []
  const [service] = found.rows
  if (!service) return [{ path: 'serviceId', code: 'service.unknown' }]
  // One parcel alone weighs at most what the whole order does: only the least weight decides.
  const least = row.minWeight ? Number(row.minWeight) : 0
  return service.most !== null && row.maxWeight && least > Number(service.most) * PARCELS_MAX
    ? [{ path: 'minWeight', code: 'serviceChoice.never' }]
    : []
}
/** An order has no more parcels. */
const PARCELS_MAX = 1000
