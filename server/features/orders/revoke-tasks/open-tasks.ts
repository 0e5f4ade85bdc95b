import { sql } from 'kysely'
import { REVOKE } from '#contracts/orders/labels.states.ts'
import { shipmentCancelled } from '#contracts/orders/shipments.events.ts'
import { FLAG, PARCEL } from '#contracts/orders/shipments.states.ts'
import { labelSources, liveLabels, wantVoids } from '#server/features/orders/label-sources/index.ts'
import { voidLabels } from '#server/features/orders/labels/index.ts'
import { moveParcels, stamp, type LockedOrder } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

/** States in which a parcel has no label yet: it is cancelled, not revoked. */
const WITHOUT_LABEL: readonly number[] = [PARCEL.DRAFT, PARCEL.PREDICTED, PARCEL.CONFIRMED]

/**
 * Ends parcels of a locked order whose labels are void, or that never had one: numbers of ours are
 * void with them, and who revoked is kept.
 */
export async function endParcels(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  parcels: readonly { id: string; state: number }[],
): Promise<void> {
  if (parcels.length === 0) return
  const ids = parcels.map(({ id }) => id)
  const plain = parcels.filter(({ state }) => WITHOUT_LABEL.includes(state)).map(({ id }) => id)
  const printed = ids.filter((id) => !plain.includes(id))
  await labelSources.of(tx.deps).own.void(tx, ids)
  if (printed.length > 0)
    await stamp(tx, order, sql`revoke_by = ${tx.principal.username}, revoke_time = now()`)
  await moveParcels(tx, printed, PARCEL.REVOKED)
  await moveParcels(tx, plain, PARCEL.CANCELLED)
  await tx.emit(shipmentCancelled, { shipmentId: order.id, parcelIds: ids, at: nowIso() })
}

/**
 * Takes the labels of a locked order's parcels back. Ours are void at once; another source is asked
 * once this is committed, and the task stays open until it answers. What has no label ends at once.
 */
export async function takeBack(tx: Tx, order: LockedOrder, reason: string | null): Promise<void> {
  await refuseSecond(tx, order)
  const live = await liveLabels(tx, order.parcelIds)
  const parcels = order.parcelIds.map((id, at) => ({ id, state: order.states[at]! }))
  const others = parcels.filter(({ id }) => live.has(id))
  const labelled = parcels.filter(({ id, state }) => live.has(id) || !WITHOUT_LABEL.includes(state))
  await endParcels(
    tx,
    order,
    parcels.filter(({ id }) => !live.has(id)),
  )
  if (labelled.length === 0) return
  const source = live.get(others[0]?.id ?? '')?.source ?? labelSources.of(tx.deps).own.code
  await addTask(tx, order, { reason, source, waits: others.length > 0, labelled })
  if (others.length === 0) return
  await markRevoking(tx, order.id, true)
  const ids = others.map(({ id }) => id)
  await wantVoids(tx, ids)
  await tx.job(voidLabels, { parcelIds: ids })
}

/** Marks an order while a revoke task of it is open. */
export const markRevoking = (tx: Tx, shipmentId: string, isOpen: boolean): Promise<void> =>
  stamp(
    tx,
    { id: shipmentId },
    isOpen
      ? sql`flags = s.flags | ${FLAG.revoking}`
      : sql`flags = s.flags & ~${FLAG.revoking}::int`,
  )

/** One wish about an order's labels at a time. */
export async function refuseSecond(tx: Tx, order: LockedOrder): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const open = await sql`select 1 from ${tenant.rows('revokeTask').as('t')}
    where t.shipment_id = ${order.id}
      and t.status in (${REVOKE.open}, ${REVOKE.refused})`.execute(tx.db)
  if (open.rows.length > 0) fail('revoke.underWay', { label: order.serialNumber })
}

export async function addTask(
  tx: Tx,
  order: LockedOrder,
  task: {
    reason: string | null
    source: string
    waits: boolean
    labelled: readonly { id: string }[]
    correction?: object
  },
): Promise<void> {
  const { username } = tx.principal
  const status = task.waits ? REVOKE.open : REVOKE.done
  const made = await sql<{ id: string }>`insert into revoke_task (tenant_id, shipment_id,
      serial_number, customer_id, depot_id, parcel_ids, parcels, source, status, reason, asked_by,
      ended_by, ended_at, correction, create_by)
    select s.tenant_id, s.id, s.serial_number, s.customer_id, s.depot_id,
      ${task.labelled.map(({ id }) => id)}::bigint[], ${task.labelled.length}::int, ${task.source},
      ${status}, ${task.reason}, ${username}, ${task.waits ? null : username},
      ${task.waits ? null : nowIso()}::timestamptz,
      ${task.correction ? JSON.stringify(task.correction) : null}::jsonb, s.create_by
    from ${tx.rows('shipment').as('s')} where s.id = ${order.id} returning id`.execute(tx.db)
  await tx.audit('revoke_task', made.rows[0]!.id, 'add', null, {
    serialNumber: order.serialNumber,
    source: task.source,
    status,
    reason: task.reason,
  })
}
