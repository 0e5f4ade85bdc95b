import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { formatMoney, type Money } from '#contracts/kit/money.ts'
import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import type { orderChanges } from '#contracts/orders/order-changes.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { PARCEL, whyNot } from '#contracts/orders/shipments.states.ts'
import { voidNumbers } from '#server/features/commercial/numbers/index.ts'
import { quoteToWire } from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { checkOrder } from '../checks/check-order.ts'
import { requireKind } from '../rows/kind-access.ts'
import { noteSteps } from '../rows/order-history.ts'
import { takeNumbers } from '../parcels/take-numbers.ts'
import { lockOrderFor, lockOrders, type LockedOrder } from '../parcels/lock-order.ts'
import { readOrder, seesPrice } from '../rows/read-order.ts'
import { loadReferences } from '../references.ts'
import { orderMoney } from '../order-money.ts'
import { limitsOfCaller, tellable } from '../spend.ts'
import { serviceOf } from './service-before.ts'
import { partsOfMany, partsToWire, plus, type PriceParts } from './price-parts.ts'
import type { ValidatedOrder, ValidationResult } from '../checks/validated-order.ts'

/** What an order costs now and by another service, with the key the change has to come with. */
export interface Priced {
  order: ValidatedOrder
  before: Money | null
  after: Money
  key: string
}

/**
 * An order as it would be by another service, checked and priced as the form does. What it costs
 * now, where that counts against a sub-account's cap already, counts once. `again`: its own service
 * at the price it has is no refusal.
 */
export async function priced(
  ctx: Ctx,
  stored: OrderDetail,
  serviceId: string,
  { hold = false, again = false }: { hold?: boolean; again?: boolean } = {},
): Promise<Priced> {
  const { checked, before } = await checkedAgain(ctx, stored, serviceId, hold)
  if (!checked.ok) {
    const issue = tellable(ctx, checked.issues[0]!)
    throw new Refusal(issue.code, { data: issue.data ?? {} })
  }
  const { order } = checked
  const after = { minor: order.quote.total, currency: order.quote.currency }
  if (!again && stored.serviceId === serviceId && before && same(before, after))
    fail('service.same')
  const key = keyOf(ctx, [
    stored.id,
    stored.version,
    serviceId,
    before?.minor,
    after.minor,
    after.currency,
  ])
  return { order, before, after, key }
}

/** What a preview is kept by: the change has to come with it. */
export const keyOf = (ctx: Ctx, parts: readonly unknown[]): string =>
  createHmac('sha256', ctx.deps.env.secretKey)
    .update(parts.join('|'))
    .digest('base64url')
    .slice(0, 22)

/**
 * Checks an order as it would be, as the form does. What it costs now, where that counts against a
 * sub-account's cap already, counts once.
 */
export async function checkedAgain(
  ctx: Ctx,
  stored: OrderDetail,
  serviceId: string,
  hold: boolean,
): Promise<{ checked: ValidationResult; before: Money | null }> {
  const limits = await limitsOfCaller(ctx, { hold })
  const before = await amountOf(ctx, stored.id)
  if (
    limits?.cap &&
    before &&
    stored.confirmTime !== null &&
    before.currency === limits.cap.currency
  )
    limits.cap.spent -= await countedFor(ctx, stored.id)
  const draft = orderDraft.parse({ ...stored, serviceId })
  const known = await loadReferences(ctx, stored.customerId, {
    needed: draft,
    limits,
    at: stored.confirmTime,
  })
  return { checked: checkOrder(draft, known, stored), before }
}

export const same = (a: Money, b: Money) => a.minor === b.minor && a.currency === b.currency

async function amountOf(ctx: Ctx, id: string): Promise<Money | null> {
  const found = await sql<{ amount: string | null; currency: string }>`select s.amount, s.currency
    from ${ctx.rows('shipment').as('s')} where s.id = ${id}`.execute(ctx.db)
  const row = found.rows[0]
  return row && row.amount !== null ? { minor: BigInt(row.amount), currency: row.currency } : null
}

/** What an order counts against its sub-account's cap. */
async function countedFor(ctx: Ctx, id: string): Promise<bigint> {
  const found = await sql<{ counted: string | null }>`select coalesce((select sum(c.amount)
        from ${ctx.rows('parcelCharge').as('c')}
        where c.shipment_id = s.id and c.method <> '5'
          and c.state in ('held', 'waiting', 'charged')), s.amount)::text as counted
    from ${ctx.rows('shipment').as('s')} where s.id = ${id}`.execute(ctx.db)
  return BigInt(found.rows[0]?.counted ?? 0)
}

/** What orders would cost by another service, one by one and summed by currency. */
export async function previewService(
  ctx: Ctx,
  { ids, serviceId }: In<typeof orderChanges.previewService>,
): Promise<Out<typeof orderChanges.previewService>> {
  const orders = new Set(ids)
  const seen = seesPrice(ctx)
  const parts = partsOfMany()
  const rows: Out<typeof orderChanges.previewService>['rows'] = []
  const sums: Record<'before' | 'after', PriceParts[]> = { before: [], after: [] }
  const wire = (price: PriceParts | null) =>
    price && { ...partsToWire(price), currency: price.currency }
  for (const id of orders) {
    const stored = await readOrder(ctx, id)
    const row = { id, label: stored.serialNumber, code: null, message: null, key: null }
    const shown = (price: Money | null) => parts(ctx, stored, seen ? price : null)
    try {
      requireKind(ctx, 'edit', stored.shipmentResource)
      const closed = stored.parcels.find(
        ({ parcelStatus }) => whyNot('changeService', parcelStatus) !== null,
      )
      if (closed) fail('shipment.not.changeService', { status: closed.parcelStatus_dictText })
      const to = await serviceOf(ctx, id, serviceId)
      const { key, ...found } = await priced(ctx, stored, to)
      const [before, after] = [await shown(found.before), await shown(found.after)]
      if (before) sums.before.push(before)
      if (after) sums.after.push(after)
      rows.push({ ...row, before: wire(before), after: wire(after), key })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code } = error
      const message = translateError(ctx.lang, code, error.data)
      const before = wire(await shown(await amountOf(ctx, id)))
      rows.push({ ...row, before, after: null, code, message })
    }
  }
  return { rows, sums: differences(sums) }
}

/** Before, after and what lies between, one line for each currency. */
function differences({ before, after }: Record<'before' | 'after', readonly PriceParts[]>) {
  const currencies = new Set([...after, ...before].map(({ currency }) => currency))
  return [...currencies].sort().map((currency) => {
    const sumOf = (prices: readonly PriceParts[]): PriceParts =>
      prices
        .filter((one) => one.currency === currency)
        .reduce<PriceParts>((sum, one) => plus(sum, one), { currency, net: 0n, gross: 0n })
    const [was, will] = [sumOf(before), sumOf(after)]
    return {
      currency,
      before: partsToWire(was),
      after: partsToWire(will),
      difference: partsToWire(plus(will, was, -1n)),
    }
  })
}

/**
 * Gives orders that have no label another service at the price that was shown; one that would cost
 * something else by now, or was changed, is refused. A confirmed order gets numbers of the new
 * service, the old ones are void.
 */
export function changeService(
  ctx: Ctx,
  { ids, serviceId: asked, keys }: In<typeof orderChanges.changeService>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const locked = await lockOrderFor(tx, id, 'changeService')
      name(locked.serialNumber)
      const stored = await readOrder(tx, id)
      const serviceId = await serviceOf(tx, id, asked)
      const found = await priced(tx, stored, serviceId, { hold: true })
      if (keys[id] !== found.key) fail('service.priceChanged')
      await orderMoney.of(tx.deps).lock(tx, [id])
      await storePrice(tx, locked, found.order, await renumber(tx, locked, found.order.service))
      await orderMoney.of(tx.deps).changed(tx, [id])
      if (stored.serviceId !== serviceId)
        await noteSteps(tx, [
          {
            shipmentId: id,
            action: 'service',
            from: stored.serviceCode,
            to: found.order.service.code,
          },
        ])
      await tx.audit(
        'shipment',
        id,
        'edit',
        { serviceId: stored.serviceId, amount: stored.amount, currency: stored.currency },
        {
          serviceId,
          amount: formatMoney(found.after),
          currency: found.after.currency,
        },
      )
      return locked.serialNumber
    },
    lockPricedOrders,
  )
}

/** Several orders of one transaction, and the accounts they are held on. */
export async function lockPricedOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockOrders(tx, ids)
  await orderMoney.of(tx.deps).lock(tx, ids)
}

/** Stores what a locked order costs; `numbers` are those of another service, else they stay. */
export async function storePrice(
  tx: Tx,
  locked: LockedOrder,
  { service, quote, parcels }: ValidatedOrder,
  numbers: readonly string[] | null,
): Promise<void> {
  await sql`update shipment as s
    set service_id = ${service.id}, chargeable_weight = ${quote.chargeableGrams},
      currency = ${quote.currency}, amount = ${quote.total.toString()},
      quote = ${JSON.stringify(quoteToWire(quote))}::jsonb,
      fee_version_id = ${quote.fee.versionId ?? null},
      base_version_id = ${quote.fee.baseVersionId ?? null},
      track_no = coalesce(${numbers?.[0] ?? null}, s.track_no),
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('shipment').where('s')} and s.id = ${locked.id}`.execute(tx.db)
  await sql`update parcel as p
    set service_id = ${service.id}, volume_weight = x.volume, chargeable_weight = x.chargeable,
      track_no = coalesce(x.no, p.track_no), version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    from unnest(${locked.parcelIds}::bigint[],
      ${parcels.map(({ volumeGrams }) => volumeGrams)}::int[],
      ${parcels.map(({ chargeableGrams }) => chargeableGrams)}::int[],
      ${numbers ?? locked.parcelIds.map(() => null)}::text[]) as x(id, volume, chargeable, no)
    where ${tx.rows('parcel').where('p')} and p.id = x.id`.execute(tx.db)
}

/** Numbers of the new service for a confirmed order; null where none was confirmed. */
async function renumber(
  tx: Tx,
  { parcelIds, states, customerId }: LockedOrder,
  service: ValidatedOrder['service'],
): Promise<string[] | null> {
  if (!states.includes(PARCEL.CONFIRMED)) return null
  await voidNumbers(tx, parcelIds)
  return takeNumbers(tx, service, customerId, parcelIds)
}
