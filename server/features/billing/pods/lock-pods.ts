import { sql } from 'kysely'
import {
  isPodOpen,
  POD_RULES,
  type PodAction,
  type PodState,
} from '#contracts/billing/pods.states.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import { followProof, lockFbaOrders } from '#server/features/orders/fba/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change, type Patch } from '#server/kit/db/change.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

export interface PodRow {
  id: string
  version: number
  customerId: string
  shipmentId: string
  parcelId: string | null
  podCarrierId: string | null
  serialNumber: string
  trackNo: string | null
  fbaCode: string | null
  state: PodState
  fileId: string | null
  pages: number | null
  transactionId: string | null
}

/** What users call a proof. */
export const labelOf = (row: Pick<PodRow, 'trackNo' | 'fbaCode' | 'serialNumber'>): string =>
  row.trackNo ?? row.fbaCode ?? row.serialNumber

/**
 * Many rows: their orders first, as those who come by the order do, each in the order of its ids.
 */
export async function lockPods(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ shipmentId: string }>`select p.shipment_id
    from ${tx.rows('pod').as('p')}
    where p.id = any(${ids}::bigint[]) and p.parcel_id is null`.execute(tx.db)
  await lockFbaOrders(
    tx,
    rows.map(({ shipmentId }) => shipmentId),
  )
  await sql`select 1 from pod as p where ${tx.rows('pod').where('p')}
    and p.id = any(${ids}::bigint[]) order by p.id for update`.execute(tx.db)
}

/** Locks one; refuses where it is missing or was changed since it was seen. */
export async function lockPod(
  tx: Tx,
  id: string,
  name: (label: string) => void,
  version?: number,
): Promise<PodRow> {
  await lockPods(tx, [id])
  const { rows } = await sql<PodRow>`select p.id, p.version, p.customer_id, p.shipment_id,
      p.parcel_id, p.pod_carrier_id, p.serial_number, p.track_no, p.fba_code, p.state, p.file_id,
      p.pages, p.transaction_id
    from ${tx.rows('pod').as('p')} where p.id = ${id}`.execute(tx.db)
  const row = rows[0]
  if (!row) throw new Refusal('row.missing', { body: CODES.missing })
  name(labelOf(row))
  if (version !== undefined && version !== row.version) fail('row.stale', { label: labelOf(row) })
  return row
}

/** Moves a locked proof on, and with it what its order shows of it. */
export async function movePod(
  tx: Tx,
  row: PodRow,
  action: PodAction,
  patch: Patch<'pod'> = {},
): Promise<string> {
  const label = labelOf(row)
  if (!isPodOpen(action, row.state)) {
    const texts = await dictTexts(tx)
    fail(`pod.not.${action}`, { label, state: texts('pod_state', row.state) })
  }
  const { to } = POD_RULES[action]
  const after = await change(tx, 'pod', row, { ...patch, state: to })
  if (row.parcelId === null)
    await followProof(tx, row.shipmentId, {
      podState: to === 'BILLED' ? 'VERIFIED' : to,
      podTime: nowIso(),
      podReason: typeof patch.reason === 'string' ? patch.reason : null,
      podFileId: after.fileId,
    })
  return label
}
