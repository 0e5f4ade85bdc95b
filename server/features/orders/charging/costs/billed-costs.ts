import { sql } from 'kysely'
import { post, type Line } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { lockCharges } from '../charge-rows.ts'
import { accruedRef } from '../expected-cost.ts'
import type { ChargeLine } from '../share-lines.ts'

/** What a parcel was expected to cost by one supplier. `currency` null: not known, `why` is why. */
export interface AccruedCost {
  currency: string | null
  serviceId: string
  /** Minor units by fee item. */
  items: ReadonlyMap<string, bigint>
  /** The zone the price followed from. */
  zone: string | null
  lines: readonly ChargeLine[]
  why: string | null
}

/**
 * Whether the entries of a cost, row k, were taken back: by a reversal of its posting, or with the
 * charge it was posted with. A charge given back without its cost leaves the cost as it is.
 */
export const isTakenBack = (tenant: Ctx) => sql<boolean>`(exists (
    select 1 from ${tenant.rows('ledgerTransaction').as('t')}
    where t.reverses_id = k.transaction_id)
  or exists (select 1 from ${tenant.rows('ledgerTransaction').as('t')}
      join ${tenant.rows('ledgerEntry').as('e')} on e.transaction_id = t.id
      join ${tenant.rows('ledgerAccount').as('a')} on a.id = e.account_id and a.kind = 'payable'
    where t.refunds_id = k.transaction_id))`

/** What parcels were expected to cost by a supplier, before any bill; what was taken back is out. */
export async function accruedCosts(
  ctx: Ctx,
  supplierId: string,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, AccruedCost>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    parcelId: string
    serviceId: string
    currency: string | null
    lines: ChargeLine[]
    why: string | null
  }>`select k.parcel_id, k.service_id, k.currency, k.lines, k.why
    from ${tenant.rows('parcelCost').as('k')}
    where k.parcel_id = any(${parcelIds}::bigint[]) and k.supplier_id = ${supplierId}
      and k.reason is distinct from 'billed'
      and not ${isTakenBack(tenant)}
    order by k.parcel_id, k.currency is not null, k.id`.execute(ctx.db)
  const costs = new Map<string, AccruedCost>()
  for (const { parcelId, serviceId, currency, lines, why } of rows) {
    const before = costs.get(parcelId)
    const items = new Map(before?.currency === currency ? before.items : [])
    for (const { tradeItem, minor } of lines)
      items.set(tradeItem, (items.get(tradeItem) ?? 0n) + BigInt(minor))
    const known = before?.currency === currency ? before.lines : []
    const zone = lines.find((one) => one.why?.params.zone)?.why?.params.zone
    costs.set(parcelId, {
      currency,
      serviceId,
      items,
      zone: zone === undefined ? (before?.zone ?? null) : String(zone),
      lines: [...known, ...lines],
      why: currency === null ? why : null,
    })
  }
  return costs
}

/** One charge of a bill: what is owed for it, and what of it was accrued. */
export interface BilledItem {
  tradeItem: string
  billed: bigint
  accrued: bigint
}
export interface BilledCost {
  /** What names the event: posted once. */
  key: string
  supplierId: string
  currency: string
  /** Of the bill. */
  reason: string
  items: readonly BilledItem[]
  /** Null for what no parcel is billed for. */
  parcel: { id: string; shipmentId: string; customerId: string; serviceId: string } | null
}

/**
 * Posts what a supplier billed: what was accrued for it is owed now, and the difference is cost. For a
 * parcel it is kept with what it was expected to cost. Answers the posting; null where nothing is owed.
 */
export async function postBilledCost(tx: Tx, bill: BilledCost): Promise<string | null> {
  const { supplierId, currency, parcel } = bill
  const of = { customerId: parcel?.customerId ?? null, currency }
  const billed = bill.items.reduce((sum, item) => sum + item.billed, 0n)
  const accrued = bill.items.reduce((sum, item) => sum + item.accrued, 0n)
  const lines: Line[] = [
    { account: { kind: 'payable', ref: accruedRef(supplierId), ...of }, minor: -accrued },
    { account: { kind: 'payable', ref: `supplier:${supplierId}`, ...of }, minor: billed },
    { account: { kind: 'cost', ref: `supplier:${supplierId}`, ...of }, minor: accrued - billed },
  ]
  const moving = lines.filter(({ minor }) => minor !== 0n)
  if (moving.length < 2) return null
  const { transactionId } = await post(tx, {
    key: `bill:${bill.key}`,
    kind: 'cost',
    debit: 'workDone',
    reason: bill.reason,
    lines: moving,
  })
  if (parcel) await storeDifference(tx, bill, parcel, { transactionId, reason: 'billed' })
  return transactionId
}

async function storeDifference(
  tx: Tx,
  { supplierId, currency, items }: BilledCost,
  parcel: NonNullable<BilledCost['parcel']>,
  { transactionId, reason }: { transactionId: string; reason: 'billed' | 'released' },
): Promise<void> {
  // Also where nothing differs: from then on the parcel's cost is known.
  const lines: ChargeLine[] = items
    .filter(({ billed, accrued }) => billed !== accrued)
    .map(({ tradeItem, billed, accrued }) => ({
      tradeItem,
      tax: false,
      minor: String(billed - accrued),
      why: null,
    }))
  const amount = String(lines.reduce((sum, { minor }) => sum + BigInt(minor), 0n))
  const { rows } = await sql<{ id: string }>`insert into parcel_cost (tenant_id, charge_id,
      shipment_id, parcel_id, service_id, supplier_id, currency, amount, lines, transaction_id,
      seq, reason, create_by)
    select ${tx.principal.tenantId}, c.charge_id, ${parcel.shipmentId}, ${parcel.id},
      ${parcel.serviceId}, ${supplierId}, ${currency}, ${amount}, ${JSON.stringify(lines)}::jsonb,
      ${transactionId}, coalesce(c.seq, 0) + 1, ${reason}, ${tx.principal.username}
    from (select max(k.charge_id) as charge_id, max(k.seq) as seq
      from ${asSystem(tx, tx.principal.tenantId).rows('parcelCost').as('k')}
      where k.parcel_id = ${parcel.id}) as c
    returning id`.execute(tx.db)
  await tx.audit('parcel_cost', rows[0]!.id, 'add', null, {
    supplierId,
    currency,
    amount,
    reason,
  })
}

/**
 * Takes back what was accrued for a parcel that its supplier never billed: it is no cost. A bill that
 * comes after all finds nothing expected. Answers whether anything was accrued.
 */
export async function releaseAccrued(
  tx: Tx,
  of: { supplierId: string; reason: string; parcel: NonNullable<BilledCost['parcel']> },
): Promise<boolean> {
  const { supplierId, parcel, reason } = of
  await lockCharges(tx, [parcel.id])
  const cost = (await accruedCosts(tx, supplierId, [parcel.id])).get(parcel.id)
  const items = [...(cost?.items ?? [])].flatMap(([tradeItem, accrued]) =>
    accrued === 0n ? [] : [{ tradeItem, billed: 0n, accrued }],
  )
  if (!cost?.currency || items.length === 0) return false
  const { currency } = cost
  const accrued = items.reduce((sum, item) => sum + item.accrued, 0n)
  const party = { customerId: parcel.customerId, currency }
  const { transactionId } = await post(tx, {
    key: `bill:missing-${supplierId}-${parcel.id}`,
    kind: 'cost',
    debit: 'workDone',
    reason,
    lines: [
      { account: { kind: 'payable', ref: accruedRef(supplierId), ...party }, minor: -accrued },
      { account: { kind: 'cost', ref: `supplier:${supplierId}`, ...party }, minor: accrued },
    ],
  })
  const released = { key: '', supplierId, currency, reason, items, parcel }
  await storeDifference(tx, released, parcel, { transactionId, reason: 'released' })
  return true
}

/**
 * Whether a supplier billed a parcel, or is not expected to any more: what it cost is known then, and
 * is not given back.
 */
export async function isBilled(tx: Tx, parcelId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1
    from ${asSystem(tx, tx.principal.tenantId).rows('parcelCost').as('k')}
    where k.parcel_id = ${parcelId} and k.reason in ('billed', 'released')) as found`.execute(tx.db)
  return rows[0]!.found
}
