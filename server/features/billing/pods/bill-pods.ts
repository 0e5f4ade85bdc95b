import { sql } from 'kysely'
import type { pods } from '#contracts/billing/pods.ts'
import { PODS_PROVEN } from '#contracts/billing/pods.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { feeLines, post } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { eachPod } from './change-pods.ts'
import { labelOf, movePod, type PodRow } from './lock-pods.ts'

/** The fee item of proofs of delivery. */
const FEE_ITEM = '18'

/** Charges customers for verified proofs, by the price of their carrier; each is charged once. */
export const billPods = (ctx: Ctx, sent: In<typeof pods.bill>): Promise<BulkResult> =>
  eachPod(ctx, sent, billRow)

/** The money comes last: accounts stay locked until the end of the transaction. */
async function billRow(tx: Tx, row: PodRow): Promise<string> {
  const label = labelOf(row)
  const { rows } = await sql<{ price: string | null; currency: string; billable: boolean }>`select
      c.price, c.currency, c.billable
    from ${tx.rows('podCarrier').as('c')} where c.id = ${row.podCarrierId}`.execute(tx.db)
  const [carrier] = rows
  if (!carrier?.billable || carrier.price === null) fail('pod.notBillable', { label })
  const minor = BigInt(carrier.price)
  const { currency } = carrier
  await movePod(tx, row, 'bill', { amount: String(minor), currency, billedAt: nowIso() })
  const { transactionId } = await post(tx, {
    key: `pod:${row.id}`,
    kind: 'charge',
    debit: 'workDone',
    useCredit: true,
    anyAccount: true,
    reason: label,
    lines: await feeLines(tx, {
      customerId: row.customerId,
      tradeItem: FEE_ITEM,
      minor,
      currency,
      note: label,
    }),
  })
  await sql`update pod as p set transaction_id = ${transactionId}
    where ${tx.rows('pod').where('p')} and p.id = ${row.id}`.execute(tx.db)
  return label
}

/** A parcel in one of these was not delivered, and never will be. */
const NOT_DELIVERED = [
  PARCEL.RETURNING,
  PARCEL.RETURNED,
  PARCEL.CANCELLED,
  PARCEL.REVOKED,
  PARCEL.DESTROYED,
  PARCEL.LOST,
]

/**
 * Of these orders those whose service is invoiced with verified proofs only, and lack one: of the order
 * as a whole, or of each of its parcels that is or will be delivered.
 */
export async function unprovenOrders(
  ctx: Ctx,
  shipmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (shipmentIds.length === 0) return new Set()
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ id: string }>`select s.id
    from ${tenant.rows('shipment').as('s')}
      join ${tenant.rows('deliveryService').as('d')} on d.id = s.service_id
    where s.id = any(${[...shipmentIds]}::bigint[]) and d.pod_required
      and not exists (select 1 from ${tenant.rows('pod').as('w')}
        where w.shipment_id = s.id and w.parcel_id is null
          and w.state = any(${PODS_PROVEN}::text[]))
      and (not exists (select 1 from ${tenant.rows('parcel').as('a')} where a.shipment_id = s.id)
        or exists (select 1 from ${tenant.rows('parcel').as('c')}
          where c.shipment_id = s.id and c.parcel_status <> all(${NOT_DELIVERED}::int[])
            and not exists (select 1 from ${tenant.rows('pod').as('p')}
              where p.parcel_id = c.id and p.state = any(${PODS_PROVEN}::text[]))))
    `.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}
