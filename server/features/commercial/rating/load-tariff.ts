import { sql } from 'kysely'
import { isCurrency } from '#contracts/kit/money.ts'
import {
  isTradeItem,
  type MatchType,
  type StepMode,
  type SurchargeCondition,
  type SurchargeKind,
  type ValidType,
} from '#contracts/commercial/rating.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { cachedByConfigVersion, configVersion } from '#server/kit/db/config-version.ts'
import { parseLimit } from './check-validity.ts'
import type { FeeTable, Tariff } from './tariff.ts'

interface ServiceRow {
  id: string
  feeId: string | null
  thWeightRatio: number
  weightStep: number
  rounding: string
  wholeCm: boolean
}
interface FeeRow {
  id: string
  name: string
  nameEn: string | null
  currency: string
  stepMode: string
  status: string
  validFrom: string | null
  validTo: string | null
  cells: CellRow[] | null
  surcharges: SurchargeRow[] | null
}
interface CellRow {
  id: string
  partitionId: string
  upTo: number | null
  price: string
  step: number | null
  stepPrice: string | null
  minPrice: string | null
}
interface SurchargeRow {
  id: string
  name: string
  nameEn: string | null
  tradeItem: string
  kind: string
  amount: string | null
  rateBp: number | null
  applies: string
  threshold: number | null
  validFrom: string | null
  validTo: string | null
}

/**
 * A service's limits, zones and prices as the pure calculation wants them; null where the service
 * does not exist here. They are the tenant's for any caller, and cached until one of them changes;
 * `version` where the caller has asked for it.
 */
export async function loadTariff(
  ctx: Ctx,
  serviceId: string,
  version?: string,
): Promise<Tariff | null> {
  return cachedTariff(ctx, serviceId, version ?? (await configVersion(ctx)))
}

const cachedTariff = cachedByConfigVersion(readTariff)

async function readTariff(ctx: Ctx, serviceId: string): Promise<Tariff | null> {
  const service = (
    await sql<ServiceRow>`select id, fee_id, th_weight_ratio, weight_step, rounding, whole_cm
      from ${ctx.rows('deliveryService').as('s')} where s.id = ${serviceId}`.execute(ctx.db)
  ).rows[0]
  if (!service) return null
  const fees =
    service.feeId === null
      ? []
      : (
          await sql<FeeRow>`select f.id, f.name, f.name_en, f.currency, f.step_mode, f.status,
              f.valid_from, f.valid_to,
      (select json_agg(json_build_object('id', c.id::text, 'partitionId', c.partition_id::text,
            'upTo', c.up_to, 'price', c.price::text, 'step', c.step, 'stepPrice',
            c.step_price::text, 'minPrice', c.min_price::text) order by c.id)
        from ${ctx.rows('feeCell').as('c')} where c.fee_id = f.id) as cells,
      (select json_agg(json_build_object('id', x.id::text, 'name', x.name, 'nameEn', x.name_en,
            'tradeItem', x.trade_item, 'kind', x.kind, 'amount', x.amount::text, 'rateBp',
            x.rate_bp, 'applies', x.applies, 'threshold', x.threshold, 'validFrom', x.valid_from,
            'validTo', x.valid_to) order by x.id)
        from ${ctx.rows('surcharge').as('x')} where x.fee_id = f.id) as surcharges
    from ${ctx.rows('fee').as('f')} where f.id = ${service.feeId}`.execute(ctx.db)
        ).rows
  const currency = fees[0]?.currency ?? ''
  const rules = (
    await sql<{
      id: string
      validType: ValidType
      minValue: string | null
      maxValue: string | null
    }>`select id, valid_type, min_value, max_value
      from ${ctx.rows('serviceRule').as('r')} where r.service_id = ${serviceId} order by id`.execute(
      ctx.db,
    )
  ).rows
  const partitions = (
    await sql<
      Tariff['partitions'][number]
    >`select c.id, p.id as partition_id, p.code as partition_code, p.name as partition_name,
        p.name_en as partition_name_en, c.country, c.match_type, c.value_from as "from",
        c.value_to as "to", c.priority, c.valid_from, c.valid_to
    from ${ctx.rows('deliveryPartition').as('p')} join ${ctx.rows('partitionConfig').as('c')} on c.partition_id = p.id
    where p.service_id = ${serviceId} order by c.id`.execute(ctx.db)
  ).rows
  return {
    weight: {
      divisor: service.thWeightRatio,
      wholeCm: service.wholeCm,
      when: { kind: 'ALWAYS' },
      bubbleBp: 10_000,
      steps: service.weightStep > 1 ? [{ upTo: null, step: service.weightStep }] : [],
      rounding:
        service.rounding === 'sum' ? 'sum' : service.rounding === 'parcel' ? 'parcel' : 'each',
    },
    // Without prices in a known currency nothing is priced, and a limit on the declared value means
    // no amount.
    rules: rules
      .filter((rule) => rule.validType !== '6' || isCurrency(currency))
      .map((rule) => ({
        id: rule.id,
        validType: rule.validType,
        min: limit(rule.validType, rule.minValue, currency),
        max: limit(rule.validType, rule.maxValue, currency),
      })),
    partitions: partitions.map((row) => ({ ...row, matchType: row.matchType as MatchType })),
    fees: fees.map(feeTable),
  }
}

function feeTable(row: FeeRow): FeeTable {
  return {
    id: row.id,
    name: row.name,
    nameEn: row.nameEn,
    currency: row.currency,
    stepMode: row.stepMode as StepMode,
    active: row.status === '1',
    validFrom: row.validFrom,
    validTo: row.validTo,
    cells: (row.cells ?? []).map((cell) => ({
      ...cell,
      price: BigInt(cell.price),
      stepPrice: cell.stepPrice === null ? null : BigInt(cell.stepPrice),
      minPrice: cell.minPrice === null ? null : BigInt(cell.minPrice),
    })),
    surcharges: (row.surcharges ?? []).flatMap((extra) =>
      isTradeItem(extra.tradeItem)
        ? [
            {
              ...extra,
              tradeItem: extra.tradeItem,
              kind: extra.kind as SurchargeKind,
              applies: extra.applies as SurchargeCondition,
              amount: extra.amount === null ? null : BigInt(extra.amount),
            },
          ]
        : [],
    ),
  }
}

/** A limit is stored as numeric with trailing zeros; `31.5000` kg is 31500 g. */
function limit(type: ValidType, value: string | null, currency: string): bigint | null {
  return value === null ? null : parseLimit(type, value.replace(/\.?0+$/, '') || '0', currency)
}
