import { sql } from 'kysely'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { TAX_ITEM, type TaxFacts } from '#contracts/money/tax.ts'
import { ADJUST_LIMITS, type AdjustLimits } from '#server/features/commercial/rating/index.ts'
import {
  availableOn,
  giveBack,
  holdAgainFor,
  lineKey,
  post,
  release,
  type Left,
} from '#server/features/money/ledger/index.ts'
import { sameTax } from '#server/features/money/tax/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { addAdjustment, postingsOf } from './adjustments.ts'
import { entriesOf } from './charge-entries.ts'
import { sideOf, holdKeyOf, lockCharges, type Charge } from './charge-rows.ts'
import { lessLines, sumOf, type ChargeLine } from './share-lines.ts'
import { repricedCharges } from './repriced-charges.ts'
import { taxOfLine } from './tax-shares.ts'

/** What the new price follows from, as it is shown: `before` and `after` of the explanation. */
export type AdjustFacts = { before: string; after: string }

/** What became of an order's charges: above zero, the customer pays more. */
export interface Adjusted {
  currency: string
  minor: bigint
  /** Whether money was charged or given back; else it is only kept. */
  charged: boolean
  /** The account it was charged on has less than nothing left now. */
  overdrawn: boolean
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
 * is charged so when it is. Answers null where nothing differs. Without `onlyPrice` it is taxed as
 * it would be today although it costs the same.
 */
export async function adjustOrder(
  tx: Tx,
  shipmentId: string,
  reason: AdjustReason,
  facts: AdjustFacts,
  { onlyPrice = true }: { onlyPrice?: boolean } = {},
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
  const now = await repricedCharges(tx, live, { onlyPrice })
  const done: Adjusted[] = []
  for (const [at, charge] of now.entries()) {
    const minor = await adjust(tx, live[at]!, charge, reason, facts)
    const { currency, state } = charge
    if (minor !== null)
      done.push({ currency, minor, charged: state === 'charged', overdrawn: false })
  }
  const [first] = done
  if (!first) return null
  const minor = done.reduce((sum, one) => sum + one.minor, 0n)
  const charged = done.some((one) => one.charged)
  return {
    currency: first.currency,
    minor,
    charged,
    overdrawn: charged && minor > 0n && (await isOverdrawn(tx, live[0]!)),
  }
}

/** Whether an account paid in advance has gone below what may be spent of it. */
async function isOverdrawn(
  tx: Tx,
  { method, customerId, currency, useCredit }: Charge,
): Promise<boolean> {
  const kind = sideOf(method)
  if (kind !== 'customer') return false
  return (await availableOn(tx, { kind, customerId, currency }, useCredit)) < 0n
}

type Change = { reason: AdjustReason; lines: ChargeLine[]; facts: AdjustFacts }

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
  if (was.state === 'held') {
    await rehold(tx, now, { reason, minor, lines, facts })
    return minor
  }
  const { given, more, next: seq } = await giveLess(tx, was, now, { reason, lines, facts })
  // What another gave back before is not given again.
  if (sumOf(more) <= 0n) return given === 0n ? null : given
  const { transactionId } = await post(tx, {
    key: `adjust:${now.id}:${seq}`,
    kind: 'charge',
    debit: 'workDone',
    useCredit: now.useCredit,
    lines: more.flatMap((line) => entriesOf(now, { ...line, why: whyOf({ reason, facts }) })),
  })
  const adjustment = { seq, reason, minor: sumOf(more), lines: more, facts, transactionId }
  await addAdjustment(tx, now, adjustment)
  return given + sumOf(more)
}

const whyOf = ({ reason, facts }: Pick<Change, 'reason' | 'facts'>) => ({
  code: `adjusted.${reason}`,
  params: { ...facts },
})

/**
 * Gives back what a charge has less by now, of its newest postings first and never more than is
 * left of them. Answers what was given, below zero, and the lines it has more of: they are charged.
 */
async function giveLess(
  tx: Tx,
  was: Charge,
  now: Charge,
  { reason, lines, facts }: Change,
): Promise<{ given: bigint; more: ChargeLine[]; next: number }> {
  const { next, postings } = await postingsOf(tx, was)
  let [seq, rest] = [
    next,
    lessLines(
      lines.map((line) => asLeft(line, postings)),
      [],
    ),
  ]
  for (const posting of postings.toReversed()) {
    const parts = posting.lines.flatMap((line) => {
      const wanted = rest.find((one) => lineKey(lineOf(one)) === lineKey(line))
      const part = wanted ? partOf(line.minor, -BigInt(wanted.minor)) : 0n
      return part === 0n ? [] : [{ part: { ...line, minor: part }, wanted: wanted! }]
    })
    if (parts.reduce((sum, { part }) => sum + part.minor, 0n) <= 0n) continue
    const given = parts.map(({ part, wanted }) => ({ ...wanted, minor: String(-part.minor) }))
    const back = await giveBack(tx, posting, {
      key: `adjust:${now.id}:${seq}`,
      reason: now.parcelNo,
      lines: parts.map(({ part }) => part),
      trade: { explanation: whyOf({ reason, facts }) },
    })
    await addAdjustment(tx, now, {
      seq,
      reason,
      minor: sumOf(given),
      lines: given,
      facts,
      transactionId: back!.transactionId,
      refundsId: posting.transactionId,
    })
    rest = lessLines(rest, given)
    seq += 1
  }
  return { given: sumOf(lines) - sumOf(rest), more: rest, next: seq }
}

/** A discount that grew is given back of what it is a discount on: the line with the most left. */
function asLeft(line: ChargeLine, postings: readonly Left[]): ChargeLine {
  const all = postings.flatMap((posting) => posting.lines)
  const has = all.some((one) => lineKey(one) === lineKey(lineOf(line)) && one.minor > 0n)
  if (BigInt(line.minor) >= 0n || has) return line
  const tax = taxOfLine(line)
  const [most] = all
    .filter((one) => sameTaxAs(one.tax, tax) && one.tradeItem !== TAX_ITEM && one.minor > 0n)
    .toSorted((a, b) => (a.minor < b.minor ? 1 : -1))
  return most ? { ...line, tradeItem: most.tradeItem } : line
}

const sameTaxAs = (a: TaxFacts | null, b: TaxFacts | null): boolean =>
  a && b ? sameTax(a, b) : a === b

const lineOf = (line: ChargeLine) => ({ tradeItem: line.tradeItem, tax: taxOfLine(line) })

/** So much of what is left as is wanted back: both have the same sign, else nothing. */
function partOf(left: bigint, wanted: bigint): bigint {
  if (left > 0n !== wanted > 0n || left === 0n || wanted === 0n) return 0n
  return left < wanted === left > 0n ? left : wanted
}

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
