import { shipmentConfirmed } from '#contracts/orders/shipments.events.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { voidNumbers } from '#server/features/commercial/numbers/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  customsDoubts,
  rememberGoods,
  requireCustoms,
} from '#server/features/orders/customs/index.ts'
import type { Ctx, RowOutcome, Tx } from '#server/kit/access/ctx.ts'
import { failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { requireAll } from '#server/kit/resource/require-all.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { requireCod } from '../checks/check-cod.ts'
import { requireFileTaker, requireLabelFits, requireNoLabel } from '../checks/check-label.ts'
import { inMinor, storedPrices, partsOfMany, partsToWire, sumsOf } from './price-parts.ts'
import { fixPrice, freePrice, type FixedPrice } from './fix-price.ts'
import { lockChannels, requireChannelRoom } from '../checks/check-channel.ts'
import { requireServiceOpen } from '../checks/check-open.ts'
import { lockOrderFor, lockOrders, type LockedOrder } from '../parcels/lock-order.ts'
import { recalculateShipmentStatus, moveParcels } from '../parcels/move-parcels.ts'
import { takeNumbers } from '../parcels/take-numbers.ts'
import { lockOrderStock, requireUnpicked, reserveForOrder } from '../parcels/order-stock.ts'
import { orderMoney } from '../order-money.ts'
import { seesPrice } from '../rows/read-order.ts'
import { requireWithinLimits } from '../spend.ts'
import { changeMany } from '#server/kit/db/change.ts'

/**
 * Confirms orders one by one: every parcel gets its number from the service's pools or segments, in
 * the same transaction. What customs may ask about goes with the answer, and for who sees prices what
 * all of them cost. A parcel that came in before stays where it lies; with that its order is no longer
 * marked.
 */
export async function confirmOrders(
  ctx: Ctx,
  { ids }: In<typeof shipments.confirm>,
): Promise<Out<typeof shipments.confirm>> {
  const partsOf = partsOfMany()
  const seesSum = seesPrice(ctx)
  const result = await eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const order = await lockOrderFor(tx, id, 'confirm')
      name(order.serialNumber)
      let warnings: RawIssue[] = []
      const price = await priceOf(tx, id)
      Object.assign(order, { amount: price.amount, currency: price.currency })
      await requireAll([
        () => requireServiceOpen(tx, order),
        () => requireChannelRoom(tx, order),
        () => requireWithinLimits(tx, order),
        async () => {
          warnings = await (kindOf(order.kind).can.needsCustoms ? requireCustoms : customsDoubts)(
            tx,
            id,
          )
        },
        () => requireCod(tx, order),
        () => requireLabelFits(tx, order),
        () => requireFileTaker(tx, order),
      ])
      await rememberGoods(tx, order.customerId, order.parcelIds)
      await reserveForOrder(tx, order)
      const money = await orderMoney.of(tx.deps).confirmed(tx, id)
      const service = { id: order.serviceId, courierCode: order.courierCode }
      const numbers = await takeNumbers(tx, service, order.customerId, order.parcelIds)
      await sql`update parcel as p set track_no = x.no
        from unnest(${order.parcelIds}::bigint[], ${numbers}::text[]) as x(id, no)
        where ${tx.rows('parcel').where('p')} and p.id = x.id`.execute(tx.db)
      await stamp(
        tx,
        order,
        sql`track_no = ${numbers[0] ?? null}, confirm_by = ${tx.principal.username},
          confirm_time = now()`,
      )
      const confirmedAt = nowIso()
      const early = order.parcelIds.filter((_, at) => (order.states[at] ?? 0) >= PARCEL.RECEIVED)
      await moveParcels(
        tx,
        order.parcelIds.filter((one) => !early.includes(one)),
        PARCEL.CONFIRMED,
        { confirmedAt },
      )
      if (early.length > 0) {
        await changeMany(
          tx,
          'parcel',
          early.map((one) => ({ id: one })),
          { confirmedAt },
          { unlogged: 'all' },
        )
        await recalculateShipmentStatus(tx, [id])
      }
      await tx.emit(shipmentConfirmed, {
        shipmentId: id,
        parcelIds: order.parcelIds,
        at: confirmedAt,
      })
      const cost =
        seesSum && price.amount !== null
          ? { minor: BigInt(price.amount), currency: price.currency }
          : null
      return {
        label: order.serialNumber,
        warnings: [...repriced(tx, price), ...money, ...warnings],
        ...(cost ? { data: { after: inMinor(await partsOf(tx, order, cost)) } } : {}),
      }
    },
    async (tx, some) => {
      await lockOrdersWithStock(tx, some)
      await lockChannels(tx, some)
      await orderMoney.of(tx.deps).lock(tx, some)
    },
  )
  const outcomes: readonly RowOutcome[] = result.rows
  const sums = sumsOf(outcomes.flatMap(({ data }) => storedPrices(data?.after)))
  return {
    ...result,
    rows: outcomes.map(({ data: _, ...row }) => row),
    sums: sums.map((sum) => ({ ...partsToWire(sum), currency: sum.currency })),
  }
}

/**
 * Takes a confirmation back while nothing was printed: the numbers are void for good, the order may
 * be edited again.
 */
export function withdrawOrders(
  ctx: Ctx,
  { ids }: In<typeof shipments.withdraw>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const order = await lockOrderFor(tx, id, 'withdraw')
      name(order.serialNumber)
      await requireUnpicked(tx, order, 'withdraw')
      await requireNoLabel(tx, order)
      await dropNumbers(tx, order)
      await stamp(tx, order, sql`track_no = null, confirm_by = null, confirm_time = null`)
      await freePrice(tx, id)
      await moveParcels(tx, order.parcelIds, PARCEL.PREDICTED, { confirmedAt: null })
      return order.serialNumber
    },
    lockOrdersToEnd,
  )
}

/** What an order costs by the prices of the moment it is confirmed. */
async function priceOf(tx: Tx, id: string): Promise<FixedPrice> {
  return (await fixPrice(tx, id, 'confirm')) ?? failMissing()
}

/** That an order costs another amount than it was quoted; amounts are for who may see prices. */
function repriced(tx: Tx, { amount, currency, before }: FixedPrice): RawIssue[] {
  if (!before || amount === null || !seesPrice(tx)) return []
  const shown = (minor: string, of: string) =>
    `${formatMoney({ minor: BigInt(minor), currency: of })} ${of}`
  const data = { before: shown(before.amount, before.currency), after: shown(amount, currency) }
  return [{ path: 'amount', code: 'shipment.repriced', data }]
}

/** Several orders of one transaction: their rows first, then all of their stock. */
async function lockOrdersWithStock(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockOrders(tx, ids)
  await lockOrderStock(tx, ids)
}

/** The same, and the accounts that get back what was held or charged for them. */
export async function lockOrdersToEnd(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockOrdersWithStock(tx, ids)
  await orderMoney.of(tx.deps).lock(tx, ids)
}

async function dropNumbers(tx: Tx, order: LockedOrder): Promise<void> {
  await voidNumbers(tx, order.parcelIds)
  await sql`update parcel as p set track_no = null
    where ${tx.rows('parcel').where('p')} and p.id = any(${order.parcelIds}::bigint[])`.execute(
    tx.db,
  )
}

/** Notes with a locked order who did what. */
export async function stamp(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  sets: ReturnType<typeof sql>,
): Promise<void> {
  await sql`update shipment as s
    set ${sets} where ${tx.rows('shipment').where('s')} and s.id = ${order.id}`.execute(tx.db)
}
