import { sql } from 'kysely'
import {
  isTradeItem,
  type SurchargeBase,
  type SurchargeCondition,
  type SurchargeKind,
} from '#contracts/commercial/rating.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import type { FeeCell, Surcharge } from '../tariff.ts'
import { withPercent } from './version-at.ts'

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
  base: string | null
  minAmount: string | null
  inFuel: boolean
  attribute: string | null
  fuelIndexId: string | null
  remoteListId: string | null
}
const raised = new WeakMap<readonly FeeCell[], Map<number, readonly FeeCell[]>>()
/** Worked out once for a percentage. */
export function raisedBy(cells: readonly FeeCell[], percentBp: number): readonly FeeCell[] {
  const known = raised.get(cells) ?? new Map<number, readonly FeeCell[]>()
  raised.set(cells, known)
  const made = known.get(percentBp) ?? withPercent(cells, percentBp)
  known.set(percentBp, made)
  return made
}

/** A surcharge with the index and the list it names: those change without it. */
export type StoredSurcharge = Surcharge & {
  fuelIndexId: string | null
  remoteListId: string | null
}
interface Prices {
  cells: readonly FeeCell[]
  surcharges: readonly StoredSurcharge[]
}
/** Of all tenants; a version has up to some thousand cells. */
const VERSIONS_MAX = 500
const prices = perApp(() => keepLoaded<Prices>({ name: 'prices', max: VERSIONS_MAX }))

/** Prices of a version. Its row's version goes up with every change of a draft. */
export function pricesOf(ctx: Ctx, { id, row }: { id: string; row: number }): Promise<Prices> {
  const { tenantId } = ctx.principal
  return prices
    .of(ctx.deps)
    .get(`${tenantId}:${id}`, () => readPrices(asSystem(ctx, tenantId), id), String(row))
}

async function readPrices(ctx: Ctx, versionId: string): Promise<Prices> {
  const cells = (
    await sql<CellRow>`select c.id, c.partition_id, c.up_to, c.price, c.step, c.step_price, c.min_price
      from ${ctx.rows('feeCell').as('c')} where c.version_id = ${versionId} order by c.id`.execute(
      ctx.db,
    )
  ).rows
  const surcharges = (
    await sql<SurchargeRow>`select x.id, x.name, x.name_en, x.trade_item, x.kind, x.amount,
        x.rate_bp, x.applies, x.threshold, x.valid_from, x.valid_to, x.base, x.min_amount, x.in_fuel,
        x.attribute, x.fuel_index_id, x.remote_list_id
      from ${ctx.rows('surcharge').as('x')} where x.version_id = ${versionId} order by x.id`.execute(
      ctx.db,
    )
  ).rows
  return {
    cells: cells.map((cell) => ({
      ...cell,
      price: BigInt(cell.price),
      stepPrice: cell.stepPrice === null ? null : BigInt(cell.stepPrice),
      minPrice: cell.minPrice === null ? null : BigInt(cell.minPrice),
    })),
    surcharges: surcharges.flatMap(({ base, minAmount, ...extra }) =>
      isTradeItem(extra.tradeItem)
        ? [
            {
              ...extra,
              ...(base === null ? {} : { of: base as SurchargeBase }),
              minAmount: minAmount === null ? null : BigInt(minAmount),
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
