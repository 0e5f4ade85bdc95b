import { sql } from 'kysely'
import { POSTABLE } from '#contracts/billing/bills.states.ts'
import {
  lockCharges,
  postBilledCost,
  type BilledItem,
} from '#server/features/orders/charging/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { compareStored } from '../compare/load-groups.ts'
import { bookCreditsOnce, notesCounted } from '../disputes/credits-once.ts'
import { profileOf, type Profile } from '../reading/bill-profile.ts'
import { lockSupplier } from '../reading/keep-draft.ts'
import { judged, linesOf } from './compare-chunk.ts'
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
  state: string
  note: string | null
}

/**
 * Posts the next decided lines, a parcel's together: what was accrued for them is owed to the carrier,
 * and what differs is cost. The lines are marked in the same transaction, so each is posted once.
 */
export async function postChunk(ctx: Ctx, run: BillRun): Promise<void> {
  const profile = await profileOf(ctx, run.supplierId)
  await inTx(ctx, async (tx) => {
    await lockSupplier(tx, run.supplierId)
    const locked = await lockAt(tx, run)
    if (!locked) return
    // With each part: users decide on lines while a long run is posted.
    await bookCreditsOnce(tx, run, true)
    const { rows } = await sql<Due>`select l.id, l.version, l.parcel_id, l.shipment_id,
        l.customer_id, p.service_id, l.trade_item, l.currency, l.amount, l.credit, l.expected, l.state, l.note
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
    const due = await withCostNow(tx, run, rows, profile)
    const groups = Map.groupBy(due, ({ parcelId, currency }) => `${parcelId} ${currency}`)
    for (const lines of groups.values()) await postGroup(tx, run, lines)
    await stepRun(tx, locked, { position: String(BigInt(locked.position) + BigInt(rows.length)) })
  })
}

/** Decisions on a whole amount: they stay when the expected cost is another one. */
const LASTING: readonly string[] = ['rebilled', 'writtenOff', 'credited']

/**
 * Locks the charges of the lines' parcels, so that their cost stays, and compares them again. A line
 * whose expected cost changed since is open again; what was decided on its whole amount stays, and
 * has the cost of now. Answers the lines to post.
 */
async function withCostNow(
  tx: Tx,
  run: BillRun,
  due: readonly Due[],
  profile: Profile,
): Promise<Due[]> {
  const parcelIds = [...new Set(due.flatMap(({ parcelId }) => parcelId ?? []))]
  if (parcelIds.length === 0) return [...due]
  await lockCharges(tx, parcelIds)
  const lines = await linesOf(tx, run.id, parcelIds)
  const now = await compareStored(tx, run, lines, ({ postedAt }) => postedAt === null)
  const changes = new Map<string, bigint>()
  const charge = ({ parcelId, tradeItem }: Pick<Due, 'parcelId' | 'tradeItem'>) =>
    `${parcelId} ${tradeItem}`
  for (const line of lines) {
    const finding = now.get(line.id)
    if (!finding) continue
    const change = finding.expected - BigInt(line.expected)
    changes.set(charge(line), (changes.get(charge(line)) ?? 0n) + change)
  }
  const changed = new Map(
    due
      .filter((line) => line.parcelId !== null && (changes.get(charge(line)) ?? 0n) !== 0n)
      .map((line) => [line.id, line]),
  )
  const text = translateError(tx.lang, 'bill.costChanged')
  const counted = await notesCounted(tx, run.id)
  const lasts = ({ id, state }: Pick<Due, 'id' | 'state'>) =>
    LASTING.includes(state) || counted.has(id)
  await changeMany(
    tx,
    'billLine',
    lines.filter(({ id }) => changed.has(id)),
    (line) => {
      const { note } = changed.get(line.id)!
      const found = judged(line, now.get(line.id)!, profile)
      if (lasts(changed.get(line.id)!)) return { expected: found.expected, delta: found.delta }
      const both = [note, text].filter(Boolean).join(' · ').slice(0, 300)
      return { ...found, state: 'open', note: both }
    },
    { note: { invoice: run.invoiceNo } },
  )
  return due.flatMap((line) => {
    if (!changed.has(line.id)) return [line]
    const expected = now.get(line.id)!.expected.toString()
    return lasts(line) ? [{ ...line, expected }] : []
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
