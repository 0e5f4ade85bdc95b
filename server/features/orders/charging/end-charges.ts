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
  const fees = keeps ? await handlingFees(tx) : {}
  const changes: ChargeChange[] = []
  for (const charge of charged) {
    const { id, transactionId } = charge
    const back = await takeBack(tx, charge)
    const amount = charge.method === '5' ? 0n : BigInt(charge.amount)
    const fee = charge.received ? least(BigInt(fees[charge.currency] ?? '0'), back) : 0n
    const handlingFee = fee > 0n ? await chargeHandling(tx, charge, fee, back) : 0n
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

/** Minor units by currency. */
async function handlingFees(tx: Tx): Promise<Record<string, string>> {
  const { rows } = await sql<{ fees: Record<string, string> }>`select c.handling_fees as fees
    from ${asSystem(tx, tx.principal.tenantId).rows('chargingSetting').as('c')}`.execute(tx.db)
  return rows[0]?.fees ?? {}
}

/**
 * Charges the fee, with its tax where the tenant has one, never more than `most`. It is a service
 * at home, no transport. Answers what the customer pays.
 */
async function chargeHandling(tx: Tx, charge: Charge, fee: bigint, most: bigint): Promise<bigint> {
  const { currency, customerId } = charge
  const tradeItem = TRADE_ITEMS.handling
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
  const split = sum(wished) > most ? priced(most, 'gross') : wished
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
    key: `handling:${charge.id}`,
    kind: 'charge',
    debit: 'workDone',
    lines: [
      ...line('revenue', tradeItem, split.nets[0]!, terms && taxOf(terms, tradeItem)),
      ...split.taxes.flatMap(({ tax, minor }) => line('tax', TAX_ITEM, minor, tax)),
    ],
  })
  return sum(split)
}
