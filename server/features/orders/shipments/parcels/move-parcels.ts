import { sql } from 'kysely'
import {
  deriveShipment,
  FLAG,
  locationOf,
  mayMove,
  PARCEL,
  type ParcelState,
} from '#contracts/orders/shipments.states.ts'
import type { OrderStepAction } from '#contracts/orders/order-history.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { failConflict } from '#server/kit/http/errors.ts'
import { together } from '#server/kit/db/tx.ts'
import { lockParcels, type LockedParcel } from './lock-order.ts'
import { moveOrderStock } from './order-stock.ts'
import { noteSteps } from '../rows/order-history.ts'
import { orderMoney } from '../order-money.ts'

/** Columns a move may set in addition to the state. */
export interface ParcelPatch {
  measuredWeight?: number | null
  measuredLength?: number | null
  measuredWidth?: number | null
  measuredHeight?: number | null
  volumeWeight?: number | null
  chargeableWeight?: number | null
  heldReason?: string | null
  depotId?: string
  confirmedAt?: string | null
  labelledAt?: string | null
  receivedAt?: string | null
  outboundAt?: string | null
  deliveredAt?: string | null
}
const COLUMNS: Record<keyof ParcelPatch, string> = {
  measuredWeight: 'measured_weight',
  measuredLength: 'measured_length',
  measuredWidth: 'measured_width',
  measuredHeight: 'measured_height',
  volumeWeight: 'volume_weight',
  chargeableWeight: 'chargeable_weight',
  heldReason: 'held_reason',
  depotId: 'depot_id',
  confirmedAt: 'confirmed_at',
  labelledAt: 'labelled_at',
  receivedAt: 'received_at',
  outboundAt: 'outbound_at',
  deliveredAt: 'delivered_at',
}

/**
 * Moves parcels to a state and brings their shipments' status along, in one transaction, all of
 * them locked (`lockParcels`). A move the state table forbids is refused for all.
 */
export async function moveParcels(
  tx: Tx,
  parcelIds: readonly string[],
  to: ParcelState,
  patch: ParcelPatch = {},
): Promise<void> {
  const moved = await moveLocked(tx, await lockParcels(tx, parcelIds), to, patch)
  await moved()
}

type MovedParcel = Pick<LockedParcel, 'id' | 'shipmentId' | 'parcelStatus'>

/**
 * The same for parcels the caller has locked. Answers what is left to be done: to bring their
 * orders along, which may travel with the caller's own next statements.
 */
export async function moveLocked(
  tx: Tx,
  parcels: readonly MovedParcel[],
  to: ParcelState,
  patch: ParcelPatch = {},
): Promise<() => Promise<void>> {
  if (parcels.length === 0) return () => Promise.resolve()
  const wrong = parcels.find((row) => row.parcelStatus !== to && !mayMove(row.parcelStatus, to))
  if (wrong) failConflict('parcel.move', { id: wrong.id, from: wrong.parcelStatus, to })
  const sets = Object.entries(patch).map(
    ([key, value]) => sql`${sql.id(COLUMNS[key as keyof ParcelPatch])} = ${value}`,
  )
  const ids = parcels.map((row) => row.id)
  const [, , orders] = await together(
    sql`update parcel as p
    set ${sql.join([sql`parcel_status = ${to}`, sql`location_status = ${locationOf(to)}`, sql`version = version + 1`, sql`update_by = ${tx.principal.username}`, sql`update_time = now()`, ...sets])}
    where ${tx.rows('parcel').where('p')} and p.id = any((select ${ids}::bigint[])::bigint[])`.execute(
      tx.db,
    ),
    tx.auditMany(
      'parcel',
      'edit',
      parcels.map(({ id, parcelStatus }) => ({
        id,
        before: { parcelStatus },
        after: { parcelStatus: to, ...patch },
      })),
    ),
    statesOf(tx, [...new Set(parcels.map((row) => row.shipmentId))]),
  )
  return async () => {
    await writeStatus(tx, orders)
    await noteMoved(tx, parcels, to, patch.heldReason)
    await moveOrderStock(tx, parcels, to)
    await orderMoney.of(tx.deps).moved(tx, parcels, to)
  }
}

const STEP_INTO: Partial<Record<ParcelState, OrderStepAction>> = {
  [PARCEL.HELD]: 'hold',
  [PARCEL.LOST]: 'lost',
  [PARCEL.DESTROYED]: 'destroy',
  [PARCEL.RETURNED]: 'returned',
}
/** What the history of orders names of a move: parcels are held, released, or end. */
function noteMoved(
  tx: Tx,
  parcels: readonly MovedParcel[],
  to: ParcelState,
  reason: string | null = null,
): Promise<void> {
  const moved = parcels.filter(({ parcelStatus: was }) =>
    to === PARCEL.RECEIVED ? was === PARCEL.HELD : was !== to,
  )
  const action = to === PARCEL.RECEIVED ? 'release' : STEP_INTO[to]
  if (!action) return Promise.resolve()
  const orders = Map.groupBy(moved, ({ shipmentId }) => shipmentId)
  return noteSteps(
    tx,
    [...orders].map(([shipmentId, { length }]) => ({
      shipmentId,
      action,
      to: `${length}`,
      ...(reason === null ? {} : { name: reason }),
    })),
  )
}

/**
 * Sets shipments' derived status, flags, location and measured weight from their parcels as they are now. The
 * shipments must be locked: a call that waited for them sees what the one before wrote, or two parcels
 * received at once leave an order half received for ever. Asked for the tenant: the status follows
 * from all parcels, whatever the caller's reach.
 */
export async function recalculateShipmentStatus(
  tx: Tx,
  shipmentIds: readonly string[],
): Promise<void> {
  await writeStatus(tx, await statesOf(tx, shipmentIds))
}

interface OrderState {
  id: string
  was: number
  flags: number
  states: number[]
  unconfirmed: boolean
  measuredWas: string | null
  measured: string | null
}

async function statesOf(tx: Tx, shipmentIds: readonly string[]): Promise<OrderState[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<OrderState>`select s.id, s.shipment_status as was, s.flags,
      array(select parcel_status from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as states,
      exists (select 1 from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status >= ${PARCEL.RECEIVED} and p.confirmed_at is null) as unconfirmed,
      s.measured_weight as measured_was,
      (select sum(p.measured_weight) from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as measured
    from ${tenant.rows('shipment').as('s')} where s.id = any((select ${shipmentIds}::bigint[])::bigint[])
    order by s.id`.execute(tx.db)
  return found.rows
}

async function writeStatus(tx: Tx, orders: readonly OrderState[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const moved = orders
    .map(({ states, unconfirmed, ...row }) => {
      const { status, flags } = deriveShipment(states)
      // Came in before it was confirmed (domain §3.2): stays marked until it is confirmed.
      // Set and taken away with its revoke task.
      const kept = row.flags & FLAG.revoking
      return { ...row, status, now: flags | kept | (unconfirmed ? FLAG.needConfirm : 0) }
    })
    .filter(
      ({ status, was, flags, now, measured, measuredWas }) =>
        status !== was || flags !== now || measured !== measuredWas,
    )
  if (moved.length === 0) return
  const written = sql`update shipment as s
    set shipment_status = x.status, flags = x.flags, location_status = x.location,
      measured_weight = x.measured,
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    from unnest(${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ status }) => status)}::smallint[], ${moved.map(({ now }) => now)}::int[],
      ${moved.map(({ status }) => locationOf(status))}::smallint[],
      ${moved.map(({ measured }) => measured)}::bigint[]) as x(id, status, flags, location,
      measured)
    where ${tenant.rows('shipment').where('s')} and s.id = x.id`.execute(tx.db)
  await together(
    written,
    tx.auditMany(
      'shipment',
      'edit',
      moved.map(({ id, was, status }) => ({
        id,
        before: { shipmentStatus: was },
        after: { shipmentStatus: status },
      })),
    ),
  )
}
