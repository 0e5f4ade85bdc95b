import { sql } from 'kysely'
import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import { TAX_ITEM, type TaxFacts } from '#contracts/money/tax.ts'
import { post, release, taxRef, type Line } from '#server/features/money/ledger/index.ts'
import { splitTax, taxOf, taxTermsOf } from '#server/features/money/tax/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { takeBack } from './adjustments.ts'
import { forUser } from './charge-entries.ts'
import { holdKeyOf, sideOf, storeCharges, type Charge, type ChargeChange } from './charge-rows.ts'

/** Frees what is kept for locked charges; what was charged stays. */
export async function releaseCharges(tx: Tx, charges: readonly Charge[]): Promise<void> {
  const changes: ChargeChange[] = []
  for (const charge of charges) {
    if (charge.state === 'charged') continue
    if (charge.state === 'held') await release(tx, holdKeyOf(charge), charge.parcelNo)
    changes.push({ id: charge.id, state: 'released', held: 0n, transactionId: null })
  }
  await storeCharges(tx, charges, changes)
}

/**
 * Gives back what is left of locked charges, line by line: whole where the parcel was never received;
 * a handling fee is charged where it was (domain §3.3), never more than comes back now.
 */
export async function refundCharges(
  tx: Tx,
  charges: readonly Charge[],
  { handlingFee = true }: { handlingFee?: boolean } = {},
): Promise<void> {
  await releaseCharges(tx, charges)
  const charged = charges.filter(({ state }) => state === 'charged')
  if (charged.length === 0) return
  const keeps = handlingFee && charged.some(({ received }) => received)
  const fees = keeps ? (await feesOf(tx)).handlingFees : {}
  const changes: ChargeChange[] = []
  for (const charge of charged) {
    const { id, transactionId } = charge
    const back = await takeBack(tx, charge)
    const amount = charge.method === '5' ? 0n : BigInt(charge.amount)
    const fee = charge.received ? least(BigInt(fees[charge.currency] ?? '0'), back) : 0n
    const handlingFee =
      fee > 0n ? await chargeFee(tx, charge, { name: 'handling', fee, most: back }) : 0n
    changes.push({
      id,
      state: 'refunded',
      held: 0n,
      transactionId,
      refunded: amount,
      handlingFee,
    })
  }
  await storeCharges(tx, charged, changes)
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b > 0n ? b : 0n)

/** What comes on top for a parcel that ended in a state: of all, whatever their charge became. */
export async function chargeOutcome(
  tx: Tx,
  charges: readonly Charge[],
  outcome: 'returned' | 'destroyed',
): Promise<void> {
  if (charges.length === 0) return
  const { returnFees, destroyFees } = await feesOf(tx)
  const fees = outcome === 'returned' ? returnFees : destroyFees
  for (const charge of charges) {
    const fee = BigInt(fees[charge.currency] ?? '0')
    if (fee > 0n) await chargeFee(tx, charge, { name: outcome, fee })
  }
}

/** What was charged for lost parcels goes back whole where the tenant wants that. */
export async function endLost(tx: Tx, charges: readonly Charge[]): Promise<void> {
  const { lostGoesBack } = await feesOf(tx)
  if (lostGoesBack) await refundCharges(tx, charges, { handlingFee: false })
  else await releaseCharges(tx, charges)
}

/** Minor units by currency. */
type Fees = Record<string, string>
interface FeeRow {
  handlingFees: Fees
  returnFees: Fees
  destroyFees: Fees
  lostGoesBack: boolean
}
async function feesOf(tx: Tx): Promise<FeeRow> {
  const { rows } = await sql<FeeRow>`select c.handling_fees, c.return_fees, c.destroy_fees,
      c.lost_goes_back
    from ${asSystem(tx, tx.principal.tenantId).rows('chargingSetting').as('c')}`.execute(tx.db)
  return rows[0] ?? { handlingFees: {}, returnFees: {}, destroyFees: {}, lostGoesBack: false }
}

const FEE_ITEMS = {
  handling: TRADE_ITEMS.handling,
  returned: TRADE_ITEMS.returnFreight,
  destroyed: TRADE_ITEMS.destroy,
} as const

/**
 * Charges a fee, with its tax where the tenant has one, never more than `most`. It is a service at
 * home, no transport. Answers what the customer pays.
 */
async function chargeFee(
  tx: Tx,
  charge: Charge,
  { name, fee, most }: { name: keyof typeof FEE_ITEMS; fee: bigint; most?: bigint },
): Promise<bigint> {
  const { currency, customerId } = charge
  const tradeItem = FEE_ITEMS[name]
  const terms = (await taxTermsOf(tx, [{ id: charge.id, customerId, destination: null }])).get(
    charge.id,
  )
  const priced = (minor: bigint, prices = terms?.prices ?? 'net') =>
    terms
      ? splitTax([{ minor, tax: taxOf(terms, tradeItem) }], prices)
      : { nets: [minor], taxes: [] }
  const sum = ({ nets, taxes }: ReturnType<typeof priced>) =>
    nets[0]! + taxes.reduce((so, { minor }) => so + minor, 0n)
  const wished = priced(fee)
  const split = most !== undefined && sum(wished) > most ? priced(most, 'gross') : wished
  const line = (kind: 'revenue' | 'tax', item: string, minor: bigint, tax?: TaxFacts): Line[] => [
    {
      account: { kind: sideOf(charge.method), customerId, currency },
      minor: -minor,
      trade: {
        tradeItem: item,
        shipmentId: charge.shipmentId,
        shipmentNo: charge.shipmentNo,
        parcelId: charge.parcelId,
        parcelNo: charge.parcelNo,
        ...(tax ? { tax } : {}),
        ...forUser(charge),
      },
    },
    {
      account: { kind, ref: kind === 'tax' && tax ? taxRef(tax) : item, customerId, currency },
      minor,
    },
  ]
  await post(tx, {
    key: name === 'handling' ? `handling:${charge.id}` : `outcome:${charge.id}:${name}`,
    kind: 'charge',
    debit: 'workDone',
    lines: [
      ...line('revenue', tradeItem, split.nets[0]!, terms && taxOf(terms, tradeItem)),
      ...split.taxes.flatMap(({ tax, minor }) => line('tax', TAX_ITEM, minor, tax)),
    ],
  })
  return sum(split)
}
