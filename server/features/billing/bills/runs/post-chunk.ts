import { sql } from 'kysely'
import { POSTABLE } from '#contracts/billing/bills.states.ts'
import { postBilledCost, type BilledItem } from '#server/features/orders/charging/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { countRun, lockAt, stepRun, type BillRun } from './run-row.ts'

const LINES_AT_ONCE = 500

interface Due {
  id: string
  version: number
  parcelId: string | null
  shipmentId: string | null
  customerId: string | null
  serviceId: string | null
  tradeItem: string | null
  currency: string
  amount: string
  credit: string
  expected: string
}

/**
 * Posts the next decided lines, a parcel's together: what was accrued for them is owed to the carrier,
 * and what differs is cost. The lines are marked in the same transaction, so each is posted once.
 */
export async function postChunk(ctx: Ctx, run: BillRun): Promise<void> {
  await inTx(ctx, async (tx) => {
    const locked = await lockAt(tx, run)
    if (!locked) return
    const { rows } = await sql<Due>`select l.id, l.version, l.parcel_id, l.shipment_id,
        l.customer_id, p.service_id, l.trade_item, l.currency, l.amount, l.credit, l.expected
      from bill_line as l
        left join parcel as p on p.tenant_id = l.tenant_id and p.id = l.parcel_id
      where ${tx.rows('billLine').where('l')} and l.run_id = ${run.id} and l.posted_at is null
        and l.state = any(${[...POSTABLE]}::text[])
      order by coalesce(l.parcel_id, 0), l.id limit ${LINES_AT_ONCE}
      for update of l`.execute(tx.db)
    if (rows.length === 0) {
      await countRun(tx, run.id)
      await stepRun(tx, locked, { state: 'matched', position: '0' })
      return
    }
    const groups = Map.groupBy(rows, ({ parcelId, currency }) => `${parcelId} ${currency}`)
    for (const lines of groups.values()) await postGroup(tx, run, lines)
    await stepRun(tx, locked, { position: String(BigInt(locked.position) + BigInt(rows.length)) })
  })
}

async function postGroup(tx: Tx, run: BillRun, lines: readonly Due[]): Promise<void> {
  const [first] = lines
  const { parcelId, shipmentId, customerId, serviceId, currency } = first!
  const transactionId = await postBilledCost(tx, {
    key: first!.id,
    supplierId: run.supplierId,
    currency,
    reason: run.invoiceNo,
    items: itemsOf(lines),
    parcel:
      parcelId && shipmentId && customerId && serviceId
        ? { id: parcelId, shipmentId, customerId, serviceId }
        : null,
  })
  await changeMany(
    tx,
    'billLine',
    lines,
    { transactionId, postedAt: nowIso() },
    { note: { invoice: run.invoiceNo } },
  )
}

/** By fee item; what has none of ours is an adjustment. */
function itemsOf(lines: readonly Due[]): BilledItem[] {
  const items = new Map<string, BilledItem>()
  for (const { tradeItem, amount, credit, expected } of lines) {
    const key = tradeItem ?? '19'
    const before = items.get(key) ?? { tradeItem: key, billed: 0n, accrued: 0n }
    items.set(key, {
      tradeItem: key,
      billed: before.billed + BigInt(amount) - BigInt(credit),
      accrued: before.accrued + BigInt(expected),
    })
  }
  return [...items.values()]
}
