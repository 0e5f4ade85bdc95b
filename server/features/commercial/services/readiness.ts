import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { fileTakers } from './file-takers.ts'
import type { ReadinessItem, ServicePart, serviceDesk } from '#contracts/commercial/services.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { nextNumber } from '#server/features/commercial/numbers/index.ts'
import { loadTariff, quote, type Tariff } from '#server/features/commercial/rating/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

interface Service {
  id: string
  enabled: boolean
  channelEnabled: boolean
  channel: string
  supplierEnabled: boolean
  supplier: string
  supplierId: string
  restricted: boolean
  izSingle: boolean
  izMult: boolean
  maxPieces: number | null
  labelType: string
  labelTemplateId: string | null
  thWeightRatio: number
  depots: boolean
}
interface Customer {
  id: string
  code: string
  name: string
}
type Add = (
  key: string,
  level: ReadinessItem['level'],
  part: ServicePart | null,
  params?: Record<string, unknown>,
  link?: string,
) => void

/** Customers of a restricted service that are looked at one by one. */
const CUSTOMERS_MAX = 50
/** Zones without a price that are named one by one. */
const NAMED_MAX = 8

/**
 * What is missing until a service can be sold: asked of the tariff, the calculation and the numbers
 * an order goes through, so that a service without anything missing takes one. With prices and
 * customers of the company, whatever the caller may browse; no amounts.
 */
export async function readiness(
  ctx: Ctx,
  { id }: In<typeof serviceDesk.readiness>,
): Promise<Out<typeof serviceDesk.readiness>> {
  const service = await readService(ctx, id)
  const system = asSystem(ctx, ctx.principal.tenantId)
  const items: ReadinessItem[] = []
  const add: Add = (key, level, part, params = {}, link) =>
    void items.push({
      key,
      level,
      part,
      link: link ?? null,
      text: translate(ctx.lang, 'services', `ready.${key}`, params),
    })
  if (!service.enabled) add('disabled', 'missing', 'basics')
  if (!service.channelEnabled)
    add('channel', 'missing', null, { name: service.channel }, '/delivery/channels')
  if (!service.supplierEnabled)
    add(
      'supplier',
      'missing',
      null,
      { name: service.supplier },
      `/delivery/suppliers/${service.supplierId}`,
    )
  if (!service.depots) add('depots', 'missing', null, {}, '/delivery/depots')
  if (!takesPieces(service)) add('pieces', 'missing', 'basics')
  const customers = service.restricted ? await assignedCustomers(system, id) : []
  if (service.restricted && customers.length === 0) add('customers', 'missing', 'customers')
  const sold: (Customer | null)[] = service.restricted ? customers : [null]
  // Customers with a table of their own are sold by that one, of a service open to all, too.
  const priced = service.restricted ? sold : [null, ...(await customersWithTables(system, id))]
  await addPrices(ctx, system, service, priced, add)
  await addNumbers(system, service, sold, add)
  if ((await fileTakers.of(ctx.deps).missing(ctx, [id])).has(id))
    add('fileTaker', 'missing', 'label')
  if (service.thWeightRatio === 0) add('divisor', 'advice', 'weight')
  if (service.labelType === '1' && service.labelTemplateId === null)
    add('template', 'advice', 'label')
  return { ready: items.every(({ level }) => level !== 'missing'), items }
}

async function readService(ctx: Ctx, id: string): Promise<Service> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Service>`select s.id, s.iz_enable as enabled,
      c.enabled as channel_enabled, c.name as channel, u.enabled as supplier_enabled,
      u.name as supplier, u.id as supplier_id,
      s.restricted or exists (select 1 from ${system.rows('serviceCustomer').as('a')}
        where a.service_id = s.id) as restricted,
      s.iz_single, s.iz_mult, s.max_pieces, s.label_type, s.label_template_id,
      s.th_weight_ratio,
      exists (select 1 from ${system.rows('depot').as('d')} where d.enabled) as depots
    from ${ctx.rows('deliveryService').as('s')} join ${system.rows('channel').as('c')} on c.id = s.channel_id
      join ${system.rows('supplier').as('u')} on u.id = c.supplier_id
    where s.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

const takesPieces = ({ izSingle, izMult, maxPieces }: Service): boolean =>
  izSingle || (izMult && maxPieces !== 1)

async function assignedCustomers(system: Ctx, serviceId: string): Promise<Customer[]> {
  const found = await sql<Customer>`select c.id, c.code, c.name
    from ${system.rows('serviceCustomer').as('a')} join ${system.rows('customer').as('c')} on c.id = a.customer_id
    where a.service_id = ${serviceId} order by c.code limit ${CUSTOMERS_MAX}`.execute(system.db)
  return found.rows
}

/** One customer of each table that is made for some of them. */
async function customersWithTables(system: Ctx, serviceId: string): Promise<Customer[]> {
  const found = await sql<Customer>`select distinct on (a.fee_id) c.id, c.code, c.name
    from ${system.rows('feeCustomer').as('a')} join ${system.rows('customer').as('c')} on c.id = a.customer_id
    where a.service_id = ${serviceId} order by a.fee_id, c.code limit ${CUSTOMERS_MAX}`.execute(
    system.db,
  )
  return found.rows
}

async function addPrices(
  ctx: Ctx,
  system: Ctx,
  { id }: Service,
  sold: readonly (Customer | null)[],
  add: Add,
): Promise<void> {
  const at = nowIso()
  const bare = await loadTariff(system, id, { at })
  if (!bare) return
  const today = await businessDay(ctx, Date.parse(at))
  const zones = zonesOn(bare, today)
  if (zones.length === 0) add('zones', 'missing', 'zones')
  const broken = impossible(bare.rules)
  for (const { validType } of broken)
    add('limits', 'missing', 'limits', {
      name: translate(ctx.lang, 'rating', `validType.${validType}`),
    })
  if (bare.rules.length === 0) add('noLimits', 'advice', 'limits')
  const seen = new Set<string>()
  for (const customer of sold) {
    const tariff = customer ? await loadTariff(system, id, { customerId: customer.id, at }) : bare
    const [fee] = tariff?.fees ?? []
    if (!tariff || !fee) {
      add(customer ? 'pricesFor' : 'prices', 'missing', 'prices', { name: customer?.name ?? '' })
      continue
    }
    if (seen.has(fee.id)) continue
    seen.add(fee.id)
    const gaps = broken.length > 0 ? [] : gapsIn(tariff, zones, today)
    for (const { zone, issue } of gaps.slice(0, NAMED_MAX))
      add('zonePrice', 'missing', 'prices', {
        zone,
        fee: fee.name,
        feeEn: fee.nameEn ?? fee.name,
        reason: translateError(ctx.lang, issue.code, issue.params),
      })
    if (gaps.length > NAMED_MAX)
      add('morePrices', 'missing', 'prices', { count: gaps.length - NAMED_MAX })
  }
}

async function addNumbers(
  system: Ctx,
  { id }: Service,
  sold: readonly (Customer | null)[],
  add: Add,
): Promise<void> {
  if (sold.length === 0) {
    if ((await nextNumber(system, id, null)) === null) add('numbers', 'missing', 'numbers')
    return
  }
  for (const customer of sold) {
    if ((await nextNumber(system, id, customer?.id ?? null)) !== null) continue
    add(customer ? 'numbersFor' : 'numbers', 'missing', 'numbers', { name: customer?.name ?? '' })
  }
}

type Zone = Tariff['partitions'][number]

/** One row of every zone that is valid on the day. */
function zonesOn({ partitions }: Tariff, day: string): Zone[] {
  const valid = partitions.filter(
    ({ validFrom, validTo }) =>
      (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo),
  )
  return [...new Map(valid.map((row) => [row.partitionId, row])).values()]
}

/** Limits of which no value keeps all of one kind. */
function impossible(rules: Tariff['rules']): Tariff['rules'] {
  return rules.filter((rule) =>
    rules.some(
      (other) =>
        other.validType === rule.validType &&
        rule.min !== null &&
        other.max !== null &&
        rule.min > other.max,
    ),
  )
}

/** Weights within the limits that must have a price: the lightest and the heaviest parcel. */
function probes(rules: Tariff['rules']): number[] {
  const weights = rules.filter(({ validType }) => validType === '1')
  const lightest = weights.reduce((least, { min }) => Math.max(least, Number(min ?? 0)), 1)
  const heaviest = weights.reduce<number | null>(
    (most, { max }) => (max === null ? most : Math.min(most ?? Infinity, Number(max))),
    null,
  )
  return heaviest === null ? [lightest] : [...new Set([lightest, heaviest])]
}

function gapsIn(tariff: Tariff, zones: readonly Zone[], date: string) {
  return zones.flatMap((zone) => {
    const whole = { ...zone, matchType: 'ALL' as const, from: null, to: null }
    for (const grams of probes(tariff.rules)) {
      const priced = quote(
        {
          date,
          destination: { country: zone.country, postalCode: '' },
          parcels: [{ grams, lengthMm: null, widthMm: null, heightMm: null }],
        },
        { ...tariff, rules: [], partitions: [whole] },
      )
      if (!priced.ok) return [{ zone: zone.partitionCode, issue: priced.issues[0]! }]
    }
    return []
  })
}
