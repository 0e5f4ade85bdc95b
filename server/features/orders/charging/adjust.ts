import { sql } from 'kysely'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { ADJUST_LIMITS, type AdjustLimits } from '#server/features/commercial/rating/index.ts'
import { holdAgainFor, post, release, type Posting } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { addAdjustment, postingsOf } from './adjustments.ts'
import { entriesOf } from './charge-entries.ts'
import { holdKeyOf, lockCharges, type Charge } from './charge-rows.ts'
import { lessLines, sumOf, type ChargeLine } from './share-lines.ts'
import { repricedCharges } from './repriced-charges.ts'

/** What the new price follows from, as it is shown: `before` and `after` of the explanation. */
export type AdjustFacts = { before: string; after: string }

/** What became of an order's charges: above zero, the customer pays more. */
export interface Adjusted {
  currency: string
  minor: bigint
  /** Whether money was charged or given back; else it is only kept. */
  charged: boolean
}

/** Below which difference an order keeps its price after it was weighed. */
export async function adjustLimits(tx: Tx): Promise<AdjustLimits> {
  const { rows } = await sql<AdjustLimits>`select c.adjust_above as above,
      c.adjust_percent as percent
    from ${asSystem(tx, tx.principal.tenantId).rows('chargingSetting').as('c')}`.execute(tx.db)
  return rows[0] ?? ADJUST_LIMITS
}

/**
 * Brings what was held or charged for a locked order to what it costs now, parcel by parcel: the
 * difference is held, charged as work done, or given back of what was charged. What is not due yet
 * is charged so when it is. Answers null where nothing differs.
 */
export async function adjustOrder(
  tx: Tx,
  shipmentId: string,
  reason: AdjustReason,
  facts: AdjustFacts,
): Promise<Adjusted | null> {
  const { rows } = await sql<{ parcelId: string }>`select c.parcel_id
    from ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').as('c')}
    where c.shipment_id = ${shipmentId} and c.state in ('held', 'waiting', 'charged')
      and c.method <> ${DEDUCT.free}`.execute(tx.db)
  if (rows.length === 0) return null
  const live = await lockCharges(
    tx,
    rows.map(({ parcelId }) => parcelId),
  )
  // All of them at once: parts that were taken by the same weights sum to the price.
  const now = await repricedCharges(tx, live, { onlyPrice: true })
  const done: Adjusted[] = []
  for (const [at, charge] of now.entries()) {
    const minor = await adjust(tx, live[at]!, charge, reason, facts)
    const { currency, state } = charge
    if (minor !== null) done.push({ currency, minor, charged: state === 'charged' })
  }
  const [first] = done
  if (!first) return null
  return {
    currency: first.currency,
    minor: done.reduce((sum, { minor }) => sum + minor, 0n),
    charged: done.some(({ charged }) => charged),
  }
}

async function adjust(
  tx: Tx,
  was: Charge,
  now: Charge,
  reason: AdjustReason,
  facts: AdjustFacts,
): Promise<bigint | null> {
  const lines = lessLines(now.lines, was.lines)
  if (was === now || was.state === 'waiting' || lines.length === 0) return null
  const minor = sumOf(lines)
  if (was.state === 'held') await rehold(tx, now, { reason, minor, lines, facts })
  else if (minor < 0n) await giveBack(tx, was, now, { reason, lines, facts })
  else {
    const seq = (await postingsOf(tx, was)).next
    const { transactionId } = await post(tx, {
      ...postingFor(now, lines, reason, facts),
      key: `adjust:${now.id}:${seq}`,
      kind: 'charge',
    })
    await addAdjustment(tx, now, { seq, reason, minor, lines, facts, transactionId })
  }
  return minor
}

/** A part of the original is given back: of the newest posting that has as much left. */
async function giveBack(
  tx: Tx,
  was: Charge,
  now: Charge,
  { reason, lines, facts }: { reason: AdjustReason; lines: ChargeLine[]; facts: AdjustFacts },
): Promise<void> {
  let rest = lines
  const { next, postings } = await postingsOf(tx, was)
  let seq = next
  for (const posting of postings.toReversed()) {
    const left = sumOf(posting.left)
    if (left <= 0n || sumOf(rest) >= 0n) continue
    const part = -sumOf(rest) <= left ? rest : lessLines([], posting.left)
    const { transactionId } = await post(tx, {
      ...postingFor(now, part, reason, facts),
      key: `adjust:${now.id}:${seq}`,
      kind: 'refund',
      reason: now.parcelNo,
      refundsId: posting.id,
    })
    const minor = sumOf(part)
    const refundsId = posting.id
    await addAdjustment(tx, now, {
      seq,
      reason,
      minor,
      lines: part,
      facts,
      transactionId,
      refundsId,
    })
    rest = lessLines(rest, part)
    seq += 1
  }
}

/** Work done is posted as a debt where money is missing. */
const postingFor = (
  charge: Charge,
  lines: readonly ChargeLine[],
  reason: AdjustReason,
  facts: AdjustFacts,
): Pick<Posting, 'debit' | 'useCredit' | 'lines'> => ({
  debit: 'workDone',
  useCredit: charge.useCredit,
  lines: lines.flatMap((line) =>
    entriesOf(charge, { ...line, why: { code: `adjusted.${reason}`, params: { ...facts } } }),
  ),
})

async function rehold(
  tx: Tx,
  charge: Charge,
  change: { reason: AdjustReason; minor: bigint; lines: ChargeLine[]; facts: AdjustFacts },
): Promise<void> {
  const held = BigInt(charge.amount) > 0n ? BigInt(charge.amount) : 0n
  const holdNo = charge.holdNo + 1
  if (held > 0n)
    await holdAgainFor(tx, {
      key: holdKeyOf(charge),
      newKey: holdKeyOf({ ...charge, holdNo }),
      minor: held,
      reason: charge.parcelNo,
    })
  else await release(tx, holdKeyOf(charge), charge.parcelNo)
  await sql`update parcel_charge as c
    set held = ${held.toString()}::bigint, hold_no = ${holdNo},
      state = ${held > 0n ? 'held' : 'waiting'}, version = c.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').where('c')}
      and c.id = ${charge.id}`.execute(tx.db)
  await tx.audit(
    'parcel_charge',
    charge.id,
    'edit',
    { held: charge.held },
    { held: held.toString() },
  )
  const { next: seq } = await postingsOf(tx, charge)
  await addAdjustment(tx, charge, { seq, ...change })
}
