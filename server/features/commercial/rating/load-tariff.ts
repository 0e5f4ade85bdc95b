import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { isCurrency } from '#contracts/kit/money.ts'
import { parseDecimal } from '#contracts/kit/units.ts'
import type { MatchType, StepMode, ValidType } from '#contracts/commercial/rating.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { cachedByConfigVersion, configVersion } from '#server/kit/db/config-version.ts'
import { parseLimit } from './check-validity.ts'
import type { FeeTable, Tariff, ValidityRule, WeightRule } from './tariff.ts'
import { readLimits, type LimitRow } from './load-limits.ts'
import {
  chosenVersion,
  versionIn,
  type Found,
  type TableHead,
  type Version,
} from './versions/choose-version.ts'
import { pricesOf, raisedBy } from './versions/version-prices.ts'
import { withLists } from './surcharge-lists.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

interface ServiceRow {
  id: string
  feeId: string | null
  thWeightRatio: number
  weightStep: number
  rounding: string
  wholeCm: boolean
  volumeWhen: string | null
  volumeSide: number | null
  volumeRatio: string | null
  bubblePercent: number | null
  transitMin: number | null
  transitMax: number | null
  supplierId: string
  channel: string
  countries: string | null
}
/** What a service is sold by, without prices: kept until the set-up changes. */
interface ServiceSetup {
  feeId: string | null
  supplierId: string
  weight: WeightRule
  limits: readonly LimitRow[]
  partitions: Tariff['partitions']
  channel: Tariff['channel']
  tables: ReadonlyMap<string, TableHead>
  /** The tables of customers that have their own. */
  feeOf: ReadonlyMap<string, string>
}

/** Whose prices of which moment; `versionId`: those an order keeps, whatever is valid now. */
export interface TariffOptions {
  customerId?: string | null
  /** ISO; now unless given. */
  at?: string
  versionId?: string | null
  baseVersionId?: string | null
  /** What the supplier asks instead of what the customer pays. */
  cost?: boolean
  /** As customers know it: without prices to come that are not announced. */
  announced?: boolean
  /** The version of the set-up, where the caller has read it. */
  known?: string | undefined
}

/**
 * A service's limits and zones with the one price table that counts, as the pure calculation wants
 * them; null where the service does not exist here. A customer's own table goes before the
 * service's. They are the tenant's for any caller, and kept until one of them changes.
 */
export async function loadTariff(
  ctx: Ctx,
  serviceId: string,
  options: TariffOptions = {},
): Promise<Tariff | null> {
  const known = options.known ?? (await configVersion(ctx))
  const setup = await setupOf(ctx, serviceId, known)
  if (!setup) return null
  const fee = await feeTableOf(ctx, setup, { ...options, known })
  const currency = fee?.currency ?? ''
  return {
    weight: setup.weight,
    // Without prices in a known currency nothing is priced, and a limit on the declared value means
    // no amount.
    rules: setup.limits
      .filter((rule) => rule.validType !== '6' || isCurrency(currency))
      .map((rule): ValidityRule => ({
        id: rule.id,
        validType: rule.validType,
        min: limit(rule.validType, rule.minValue, currency),
        max: limit(rule.validType, rule.maxValue, currency),
      })),
    partitions: setup.partitions,
    channel: setup.channel ?? null,
    fees: fee ? [fee] : [],
  }
}

async function feeTableOf(
  ctx: Ctx,
  setup: ServiceSetup,
  {
    customerId,
    at = nowIso(),
    versionId,
    baseVersionId,
    cost,
    announced = false,
    known = '',
  }: TariffOptions,
): Promise<FeeTable | null> {
  const when = { at, day: await businessDay(ctx, Date.parse(at)), announced }
  const found = versionId
    ? await versionById(ctx, setup, versionId)
    : chosenVersion(setup, { customerId: customerId ?? null, ...when, cost: cost ?? false })
  if (!found) return null
  const { table, version } = found
  const own = await pricesOf(ctx, version)
  let { cells, surcharges } = own
  let base: Version | null = null
  if (table.baseFeeId !== null) {
    const under = baseVersionId
      ? await versionById(ctx, setup, baseVersionId)
      : versionIn(setup.tables.get(table.baseFeeId), when)
    if (!under) return null
    base = under.version
    const prices = await pricesOf(ctx, base)
    cells = raisedBy(prices.cells, version.percentBp ?? 0)
    surcharges = [...prices.surcharges, ...own.surcharges]
  }
  return {
    id: table.id,
    name: table.name,
    nameEn: table.nameEn,
    currency: table.currency,
    stepMode: table.stepMode as StepMode,
    // The version was chosen by its own period.
    active: true,
    validFrom: null,
    validTo: null,
    versionId: version.id,
    versionNo: version.no,
    baseVersionId: base?.id ?? null,
    percentBp: base ? (version.percentBp ?? 0) : null,
    ...(customerId ? { own: setup.feeOf.get(customerId) === table.id } : {}),
    cells,
    surcharges: await withLists(ctx, surcharges, known),
  }
}

/** A version an order keeps: also of a table the service has left. */
async function versionById(
  ctx: Ctx,
  { tables }: ServiceSetup,
  versionId: string,
): Promise<Found | null> {
  for (const table of tables.values()) {
    const version = table.versions.find(({ id }) => id === versionId)
    if (version) return { table, version }
  }
  const system = asSystem(ctx, ctx.principal.tenantId)
  const table = (
    await readTables(
      system,
      sql`f.id = (select v.fee_id
    from ${system.rows('feeVersion').as('v')} where v.id = ${versionId})`,
    )
  )[0]
  const version = table?.versions.find(({ id }) => id === versionId)
  return table && version ? { table, version } : null
}

export const setupOf = cachedByConfigVersion(readSetup)

/** Tables with their published versions. */
async function readTables(ctx: Ctx, where: ReturnType<typeof sql>): Promise<TableHead[]> {
  return (
    await sql<TableHead>`select f.id, f.code, f.name, f.name_en, f.currency, f.step_mode, f.kind, f.status,
        f.valid_from, f.valid_to, f.supplier_id, f.base_fee_id,
        (select coalesce(json_agg(json_build_object('id', v.id::text, 'no', v.version_no,
            'validFrom', v.valid_from, 'validTo', v.valid_to, 'percentBp', v.percent_bp,
            'announced', v.announced, 'row', v.version) order by v.valid_from), '[]')
          from ${ctx.rows('feeVersion').as('v')}
          where v.fee_id = f.id and v.published_at is not null) as versions
      from ${ctx.rows('fee').as('f')} where ${where} order by f.id`.execute(ctx.db)
  ).rows
}

async function readSetup(ctx: Ctx, serviceId: string): Promise<ServiceSetup | null> {
  const service = (
    await sql<ServiceRow>`select s.id, s.fee_id, s.th_weight_ratio, s.weight_step, s.rounding,
        s.whole_cm, s.volume_when, s.volume_side, s.volume_ratio, s.bubble_percent,
        s.transit_min, s.transit_max, c.supplier_id, c.code as channel, c.countries
      from ${ctx.rows('deliveryService').as('s')} join ${ctx.rows('channel').as('c')} on c.id = s.channel_id
      where s.id = ${serviceId}`.execute(ctx.db)
  ).rows[0]
  if (!service) return null
  const own = (
    await sql<{ customerId: string; feeId: string }>`select a.customer_id, a.fee_id
      from ${ctx.rows('feeCustomer').as('a')} where a.service_id = ${serviceId}`.execute(ctx.db)
  ).rows
  const named = [...own.map(({ feeId }) => feeId), ...(service.feeId ? [service.feeId] : [])]
  const tables = await readTables(
    ctx,
    sql`(f.id = any(${named}::bigint[]) or (f.service_id = ${serviceId} and f.kind = '2'))`,
  )
  const bases = tables.flatMap(({ baseFeeId }) => (baseFeeId === null ? [] : [baseFeeId]))
  const under = bases.length > 0 ? await readTables(ctx, sql`f.id = any(${bases}::bigint[])`) : []
  const limits = await readLimits(ctx, serviceId)
  const partitions = (
    await sql<
      Tariff['partitions'][number]
    >`select c.id, p.id as partition_id, p.code as partition_code, p.name as partition_name,
        p.name_en as partition_name_en, c.country, c.match_type, c.value_from as "from",
        c.value_to as "to", c.priority, c.valid_from, c.valid_to,
        case when p.transit_min is null and p.transit_max is null then ${service.transitMin}::int
          else p.transit_min end as transit_min,
        case when p.transit_min is null and p.transit_max is null then ${service.transitMax}::int
          else p.transit_max end as transit_max
    from ${ctx.rows('deliveryPartition').as('p')} join ${ctx.rows('partitionConfig').as('c')} on c.partition_id = p.id
    where p.service_id = ${serviceId}
      and not exists (select 1 from ${ctx.rows('deliveryService').as('s')}
        join ${ctx.rows('channel').as('h')} on h.id = s.channel_id
        where s.id = ${serviceId} and h.countries is not null
          and not c.country = any(string_to_array(h.countries, ', ')))
    order by c.id`.execute(ctx.db)
  ).rows
  return {
    feeId: service.feeId,
    supplierId: service.supplierId,
    channel: service.countries
      ? { code: service.channel, countries: service.countries.split(', ') }
      : null,
    weight: weightRule(service),
    limits,
    partitions: partitions.map((row) => ({ ...row, matchType: row.matchType as MatchType })),
    tables: new Map([...under, ...tables].map((table) => [table.id, table])),
    feeOf: new Map(own.map(({ customerId, feeId }) => [customerId, feeId])),
  }
}

function weightRule(service: ServiceRow): WeightRule {
  const { volumeWhen, volumeSide, volumeRatio, bubblePercent, weightStep, rounding } = service
  return {
    divisor: service.thWeightRatio,
    wholeCm: service.wholeCm,
    when:
      volumeWhen === 'SIDE_OVER' && volumeSide !== null
        ? { kind: 'SIDE_OVER', mm: volumeSide }
        : volumeWhen === 'RATIO_OVER' && volumeRatio !== null
          ? { kind: 'RATIO_OVER', ratioBp: Number(parseDecimal(volumeRatio, 4)) }
          : { kind: 'ALWAYS' },
    bubbleBp: (bubblePercent ?? 100) * 100,
    steps: weightStep > 1 ? [{ upTo: null, step: weightStep }] : [],
    rounding: rounding === 'sum' || rounding === 'parcel' ? rounding : 'each',
  }
}

/** A limit is stored as numeric with trailing zeros; `31.5000` kg is 31500 g. */
function limit(type: ValidType, value: string | null, currency: string): bigint | null {
  return value === null
    ? null
    : parseLimit(type, value.replace(/(?:\.0+|(?<!0)0+)$/, '') || '0', currency)
}
