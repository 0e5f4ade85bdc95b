import { sql } from 'kysely'
import { parcelReleased } from '#contracts/depot/scans.events.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { intoParcel } from '#contracts/depot/inbound.ts'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { readParcel, storedReason } from '#server/features/depot/scans/index.ts'
import {
  chargeWeighed,
  payableParcels,
  type Adjusted,
  type Debtor,
} from '#server/features/orders/charging/index.ts'
import {
  lockParcels,
  moveParcels,
  type LockedParcel,
} from '#server/features/orders/shipments/index.ts'
import { availableOn } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

const NO_MONEY = storedReason('scan.unpaid', {})
const FROZEN = storedReason('scan.accountFrozen', {})

const OVERDRAWN = storedReason('scan.overdrawn', {})

/** Why a parcel is held whose measures took more than its customer's account paid in advance has. */
export const overdrawnReason = (adjusted: Adjusted | null): string | null =>
  adjusted?.overdrawn ? OVERDRAWN : null

/**
 * Charges a weighed parcel what is due at inbound; why it is held where its customer cannot pay,
 * as `parcel.held_reason` stores it. Without amounts: customers and clerks without them read it.
 */
export async function unpaidReason(tx: Tx, parcelId: string): Promise<string | null> {
  const [debtor] = await chargeWeighed(tx, [parcelId])
  return debtor ? (debtor.code === 'ledger.frozen' ? FROZEN : NO_MONEY) : null
}

/** Charges a locked parcel and lets it go on where it was held for want of money. */
async function charge(tx: Tx, parcel: LockedParcel): Promise<Debtor | undefined> {
  const [debtor] = await chargeWeighed(tx, [parcel.id])
  const { parcelStatus, heldReason } = parcel
  const waits = heldReason === NO_MONEY || heldReason === FROZEN
  if (debtor || parcelStatus !== PARCEL.HELD || !waits) return debtor
  await moveParcels(tx, [parcel.id], PARCEL.RECEIVED, { heldReason: null })
  await tx.emit(parcelReleased, {
    parcelIds: [parcel.id],
    depotId: parcel.depotId,
    at: nowIso(),
  })
  return undefined
}

/** A clerk tries again what a customer could not pay. */
export function chargeAgain(
  ctx: Ctx,
  { parcelId }: In<typeof intoParcel.charge>,
): Promise<ScannedParcel> {
  return inTx(ctx, async (tx) => {
    const [parcel] = await lockParcels(tx, [parcelId])
    if (!parcel) failMissing()
    const debtor = await charge(tx, parcel)
    if (debtor?.code === 'ledger.insufficient' && !tx.can(SEE_PRICES)) fail('charge.unpaid')
    if (debtor) fail(debtor.code, debtor.data)
    return readParcel(tx, parcelId)
  })
}

/** Charges what its customers can pay by now, the longest waiting first, each on its own. */
export async function chargePayable(
  ctx: Ctx,
  of: { customerId: string; currency: string } | null,
): Promise<void> {
  for (const parcelId of await payableParcels(ctx, of))
    await inTx(ctx, async (tx) => {
      const [parcel] = await lockParcels(tx, [parcelId])
      if (parcel) await charge(tx, parcel)
    })
  if (of) await releaseOverdrawn(ctx, of)
}

/** Lets parcels go on that waited for an account to have something left again. */
async function releaseOverdrawn(
  ctx: Ctx,
  { customerId, currency }: { customerId: string; currency: string },
): Promise<void> {
  if ((await availableOn(ctx, { kind: 'customer', customerId, currency }, false)) < 0n) return
  const { rows } = await sql<{ id: string }>`select p.id from ${ctx.rows('parcel').as('p')}
      join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
    where s.customer_id = ${customerId}::bigint and s.currency = ${currency}
      and p.parcel_status = ${PARCEL.HELD} and p.held_reason = ${OVERDRAWN}
    order by p.id limit 1000`.execute(ctx.db)
  for (const { id } of rows)
    await inTx(ctx, async (tx) => {
      const [parcel] = await lockParcels(tx, [id])
      if (parcel?.parcelStatus !== PARCEL.HELD || parcel.heldReason !== OVERDRAWN) return
      await moveParcels(tx, [id], PARCEL.RECEIVED, { heldReason: null })
      await tx.emit(parcelReleased, { parcelIds: [id], depotId: parcel.depotId, at: nowIso() })
    })
}
