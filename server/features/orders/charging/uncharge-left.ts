import { sql } from 'kysely'
import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import { formatMoney, sumMoney } from '#contracts/kit/money.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { hold } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { holdKeyOf, lockCharges, sideOf, type Charge } from './charge-rows.ts'
import { postingsOf } from './adjustments.ts'
import { refundCharges } from './end-charges.ts'

const tenantOf = (tx: Tx) => asSystem(tx, tx.principal.tenantId)

/** Marks locked charges as taken because their parcels left. */
export async function markLeaving(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update parcel_charge as c set leaving = true
    where ${tenantOf(tx).rows('parcelCharge').where('c')} and c.id = any(${ids}::bigint[])`.execute(
    tx.db,
  )
}

/** What was given back: how many charges, and their sums by currency. */
export interface Uncharged {
  charges: number
  sums: { currency: string; amount: string }[]
}

/**
 * Takes back what locked parcels were charged because they left: all of it, with tax and expected
 * cost. Each is to be charged again, by a charge of its own, when it leaves again; what was held
 * for it before is held again where the money does. What was charged earlier (with the label, at
 * inbound) stays, and so does what was given back by a credit note or by hand.
 */
export async function unchargeLeft(tx: Tx, parcelIds: readonly string[]): Promise<Uncharged> {
  const charged = (await lockCharges(tx, parcelIds)).filter(({ state }) => state === 'charged')
  const { rows: leaving } = await sql<{ id: string }>`select c.id
    from ${tenantOf(tx).rows('parcelCharge').as('c')}
    where c.id = any(${charged.map(({ id }) => id)}::bigint[]) and c.leaving`.execute(tx.db)
  const left = await undecided(
    tx,
    charged.filter(({ id }) => leaving.some((row) => row.id === id)),
  )
  if (left.length === 0) return { charges: 0, sums: [] }
  await refundCharges(tx, left, { handlingFee: false })
  const again = await addAgain(tx, left)
  const held: string[] = []
  for (const charge of again) if (await holdAgainFor(tx, charge)) held.push(charge.id)
  await sql`update parcel_charge as c set state = 'held', held = c.amount
    where ${tenantOf(tx).rows('parcelCharge').where('c')} and c.id = any(${held}::bigint[])`.execute(
    tx.db,
  )
  await tx.auditMany(
    'parcel_charge',
    'add',
    again.map(({ id, parcelNo, method }) => {
      const state = held.includes(id) ? 'held' : 'waiting'
      return { id, before: null, after: { parcelNo, method, state } }
    }),
  )
  const paid = left.filter(({ method }) => method !== DEDUCT.free)
  const sums = sumMoney(paid.map(({ amount, currency }) => ({ minor: BigInt(amount), currency })))
  return {
    charges: left.length,
    sums: sums.map((sum) => ({ currency: sum.currency, amount: formatMoney(sum) })),
  }
}

/** Locked charges of which only their own adjustments gave back: the others stay as they are. */
export async function undecided(tx: Tx, charges: readonly Charge[]): Promise<Charge[]> {
  const found: Charge[] = []
  for (const charge of charges) if (!(await postingsOf(tx, charge)).decided) found.push(charge)
  return found
}

/** Charges to come in the place of those that were taken back. */
async function addAgain(tx: Tx, left: readonly Charge[]): Promise<Charge[]> {
  const { rows } = await sql<{ id: string; parcelId: string }>`insert into parcel_charge
      (tenant_id, shipment_id, parcel_id, parcel_no, customer_id, depot_id, method, state,
      currency, amount, lines, fee_version_id, order_amount, create_by)
    select c.tenant_id, c.shipment_id, c.parcel_id, c.parcel_no, c.customer_id, c.depot_id,
      c.method, 'waiting', c.currency, c.amount, c.lines, c.fee_version_id, c.order_amount,
      c.create_by
    from ${tenantOf(tx).rows('parcelCharge').as('c')}
    where c.id = any(${left.map(({ id }) => id)}::bigint[]) order by c.id
    returning id, parcel_id`.execute(tx.db)
  const ids = new Map(rows.map(({ id, parcelId }) => [parcelId, id]))
  return left.map((charge) => ({ ...charge, id: ids.get(charge.parcelId)!, holdNo: 0 }))
}

/** A limit that was lowered or an account that was frozen since leaves the charge without a hold. */
async function holdAgainFor(tx: Tx, charge: Charge): Promise<boolean> {
  const { method, customerId, currency, shipmentId, shipmentNo, parcelId, parcelNo } = charge
  const minor = BigInt(charge.amount)
  if (minor <= 0n || (method !== DEDUCT.label && method !== DEDUCT.monthly)) return false
  try {
    await hold(tx, {
      key: holdKeyOf(charge),
      account: { kind: sideOf(method), customerId, currency },
      minor,
      what: TRADE_ITEMS.freight,
      useCredit: method === DEDUCT.monthly || charge.useCredit,
      anyAccount: true,
      shipmentId,
      shipmentNo,
      parcelId,
      parcelNo,
      ...(charge.createBy === null ? {} : { forUser: charge.createBy }),
    })
    return true
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null
    if (code !== 'ledger.insufficient' && code !== 'ledger.frozen') throw error
    return false
  }
}
