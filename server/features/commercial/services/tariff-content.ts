import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { SheetRow } from '#contracts/commercial/fee-versions.ts'
import { transitWords } from '#contracts/commercial/transit.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { formatDecimal, gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import { rowsOf } from '#server/features/commercial/prices/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  loadTariff,
  type FeeTable,
  type Surcharge,
  type Tariff,
} from '#server/features/commercial/rating/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { openTo } from './my-services.ts'

type Service = Awaited<ReturnType<typeof openTo>>[number]
type Mode = 'A' | 'B' | 'C' | 'D'

/** A tariff in words and figures, as both kinds of file show it. */
export interface TariffContent {
  title: string
  facts: string[]
  mode: Mode
  currency: string
  zones: { id: string; code: string; name: string; countries: string; days: string }[]
  rows: SheetRow[]
  notes: string[]
}

/** The prices of this moment that count for a customer; refused where there are none. */
export async function tariffContent(
  ctx: Ctx,
  service: Service,
  customerId: string | null,
): Promise<TariffContent> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const at = nowIso()
  const today = await businessDay(ctx, Date.parse(at))
  const tariff = await loadTariff(system, service.id, { customerId, at })
  const fee = tariff?.fees[0]
  if (!tariff || !fee) fail('rate.noFee', { date: today })
  const { lang } = ctx
  const live = tariff.partitions.filter(
    ({ validFrom, validTo }) =>
      (validFrom === null || validFrom <= today) && (validTo === null || today <= validTo),
  )
  const priced = new Set(fee.cells.map(({ partitionId }) => partitionId))
  const zones = [...Map.groupBy(live, (row) => row.partitionId)]
    .filter(([id]) => priced.has(id))
    .map(([id, rows]) => ({
      id,
      code: rows[0]!.partitionCode,
      name: (lang === 'en_US' && rows[0]!.partitionNameEn) || rows[0]!.partitionName,
      countries: [...new Set(rows.map(({ country }) => country))].join(' '),
      days: daysOf(lang, rows[0]!),
    }))
  const table = { stepMode: fee.stepMode, currency: fee.currency }
  const t = (key: string, data?: Record<string, unknown>) => translate(lang, 'services', key, data)
  return {
    title: `${service.code} ${service.name}`,
    facts: [
      await customerName(system, customerId),
      t('tariff.of', { date: today }),
      t('tariff.currency', { currency: fee.currency }),
      translate(lang, 'rating', `stepMode.${fee.stepMode}`),
    ].filter(Boolean),
    mode: fee.stepMode,
    currency: fee.currency,
    zones,
    rows: rowsOf(table, fee.cells, zones),
    notes: [
      ...fee.surcharges
        .filter(
          ({ validFrom, validTo }) =>
            (validFrom === null || validFrom <= today) && (validTo === null || today <= validTo),
        )
        .map((one) => surchargeText(lang, one, fee)),
      ...service.limits.map(({ validType, min, max }) => limitText(lang, validType, min, max)),
      ...(tariff.weight.divisor > 0
        ? [t('tariff.divisor', { divisor: tariff.weight.divisor })]
        : []),
    ],
  }
}

function daysOf(lang: Lang, { transitMin, transitMax }: Tariff['partitions'][number]): string {
  const words = transitWords({ min: transitMin ?? null, max: transitMax ?? null })
  return words ? translate(lang, 'rating', `days.${words.name}`, words.params) : ''
}

async function customerName(system: Ctx, customerId: string | null): Promise<string> {
  if (customerId === null) return ''
  const found = await sql<{ name: string }>`select c.name from ${system.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(system.db)
  return found.rows[0]?.name ?? ''
}

function limitText(lang: Lang, validType: string, min: string | null, max: string | null): string {
  const name = translate(lang, 'rating', `validType.${validType}`)
  const range =
    min !== null && max !== null
      ? translate(lang, 'services', 'limit.between', { min, max })
      : max !== null
        ? translate(lang, 'services', 'limit.max', { max })
        : translate(lang, 'services', 'limit.min', { min })
  return `${name}: ${range} ${UNITS[validType] ?? ''}`.trim()
}
const UNITS: Readonly<Record<string, string>> = { 1: 'kg', 2: 'cm', 3: 'cm', 4: 'cm', 5: 'm³' }

function surchargeText(lang: Lang, one: Surcharge, { currency }: FeeTable): string {
  const name = (lang === 'en_US' && one.nameEn) || one.name
  const kind = translate(lang, 'rating', `surchargeKind.${one.kind}`)
  const amount =
    one.amount !== null
      ? `${formatMoney({ minor: one.amount, currency })} ${currency}`
      : one.rateBp !== null
        ? `${formatDecimal(BigInt(one.rateBp), 2, { minDecimals: 0 })} %`
        : ''
  const condition =
    one.applies === 'ALWAYS' ? '' : translate(lang, 'rating', `surchargeCondition.${one.applies}`)
  const threshold =
    one.threshold === null
      ? ''
      : one.applies === 'WEIGHT'
        ? `${gramsToKg(one.threshold)} kg`
        : `${mmToCm(one.threshold)} cm`
  const when = [condition, threshold].filter(Boolean).join(' ')
  return `${name}: ${kind} ${amount}${when ? ` (${when})` : ''}`
}
