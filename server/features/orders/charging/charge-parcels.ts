import { DEDUCT } from '#contracts/orders/charging.ts'
import { capture, post, type Posting } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { entriesOf } from './charge-entries.ts'
import { holdKeyOf, lockCharges, storeCharges, type Charge } from './charge-rows.ts'
import { costLines, expectedCosts, storeCosts, type ExpectedCost } from './expected-cost.ts'
import { repricedCharges } from './repriced-charges.ts'
import { markLeaving } from './uncharge-left.ts'

/** What happens to a parcel: a label is made for it, or it leaves the depot. */
export type ChargedAt = 'label' | 'outbound'

/**
 * Charges locked parcels what is due at a moment, each once: a label that is made again finds its
 * parcel charged. What has left is charged whatever was to come before: a parcel of a service
 * without labels, too.
 */
export async function chargeParcels(
  tx: Tx,
  parcelIds: readonly string[],
  at: ChargedAt,
): Promise<void> {
  const due = (await lockCharges(tx, parcelIds)).filter(
    ({ state, method }) => state !== 'charged' && (at === 'outbound' || method === DEDUCT.label),
  )
  const changes = []
  const costs = await expectedCosts(tx, due)
  for (const charge of await repricedCharges(tx, due)) {
    const posting = postingOf(charge, 'workDone', costs.get(charge.id))
    const { transactionId } =
      charge.state === 'held'
        ? await capture(tx, holdKeyOf(charge), posting)
        : await post(tx, posting)
    changes.push({ id: charge.id, state: 'charged' as const, held: 0n, transactionId })
  }
  await storeCharges(tx, due, changes)
  await storeCosts(tx, costs, changes)
  if (at === 'outbound')
    await markLeaving(
      tx,
      changes.map(({ id }) => id),
    )
}

/** A parcel that is not paid for: amounts are those of the refusal, as they are shown. */
export interface Debtor {
  parcelId: string
  code: 'ledger.insufficient' | 'ledger.frozen'
  data: Record<string, unknown>
}

/**
 * Charges locked parcels whose services charge as they leave, or should have at inbound and did
 * not: released or never weighed there. Answers those their customers cannot pay: of them nothing
 * was charged, and they stay.
 */
export async function chargeLeaving(tx: Tx, parcelIds: readonly string[]): Promise<Debtor[]> {
  const due = (await lockCharges(tx, parcelIds)).filter(isDueLeaving)
  const debtors = await chargeIfPaid(tx, due)
  const unpaid = new Set(debtors.map(({ parcelId }) => parcelId))
  await markLeaving(
    tx,
    due.filter(({ parcelId }) => !unpaid.has(parcelId)).map(({ id }) => id),
  )
  return debtors
}

/** Whether a charge is taken at the latest as its parcel leaves, and can be refused. */
export const isDueLeaving = ({ state, method }: Pick<Charge, 'state' | 'method'>): boolean =>
  state === 'waiting' && (method === DEDUCT.outbound || method === DEDUCT.inbound)

/** Charges one by one in the order of the charges what may be refused; answers what was. */
export async function chargeIfPaid(tx: Tx, due: readonly Charge[]): Promise<Debtor[]> {
  const changes = []
  const debtors: Debtor[] = []
  const costs = await expectedCosts(tx, due)
  for (const charge of await repricedCharges(tx, due))
    try {
      const { transactionId } = await post(tx, postingOf(charge, 'refusable', costs.get(charge.id)))
      changes.push({ id: charge.id, state: 'charged' as const, held: 0n, transactionId })
    } catch (error) {
      // A refused posting wrote nothing, so the transaction may go on.
      const code = error instanceof Refusal ? error.code : null
      if (code !== 'ledger.insufficient' && code !== 'ledger.frozen') throw error
      debtors.push({ parcelId: charge.parcelId, code, data: (error as Refusal).data })
    }
  await storeCharges(tx, due, changes)
  await storeCosts(tx, costs, changes)
  return debtors
}

/**
 * Every line of the price is an entry of its own; a free service posts nothing but its list price.
 * What the parcel will cost us is posted with it, and taken back with it.
 */
function postingOf(
  charge: Charge,
  debit: Posting['debit'],
  cost: ExpectedCost | undefined,
): Posting {
  const lines = charge.lines.flatMap((line) => entriesOf(charge, line))
  return {
    key: `charge:${charge.id}`,
    kind: 'charge',
    debit,
    useCredit: charge.method === DEDUCT.monthly || charge.useCredit,
    anyAccount: true,
    lines: [...lines, ...costLines(cost)],
  }
}
