import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { labelRequests } from '#contracts/orders/label-requests.ts'
import type { LabelState, VoidState } from '#contracts/orders/labels.states.ts'
import { FLAG, whyNot } from '#contracts/orders/shipments.states.ts'
import {
  askAgain,
  keepLabels,
  setAside,
  wantLabels,
  wantVoids,
} from '#server/features/orders/label-sources/index.ts'
import { finishLabels, voidLabels } from '#server/features/orders/labels/index.ts'
import { lockParcels, requireKind } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'

interface Request {
  id: string
  parcelId: string
  serialNumber: string
  source: string
  state: LabelState
  voidState: VoidState | null
  kind: string
  /** The order's label is to be taken back: its revoke task decides. */
  cancelled: boolean
  parcelStatus: number
}

/** Asks the source again; a label it refused is wanted again, with the order as it is now. */
export const retryRequests = (ctx: Ctx, { ids }: In<typeof labelRequests.retry>) =>
  eachRequest(ctx, ids, async (tx, request) => {
    const { parcelId, source, serialNumber: label } = request
    if (whyNot('print', request.parcelStatus) !== null) fail('labelRequest.closed', { label })
    if (request.voidState === 'refused') await keepLabels(tx, [parcelId])
    if (request.state === 'refused') await wantLabels(tx, [{ parcelId, source }])
    else await askAgain(tx, [request.id])
    await tx.job(finishLabels, { parcelIds: [parcelId] })
    await tx.audit('parcel_label', request.id, 'edit', { state: request.state }, { asked: 'again' })
  })

/** The wish for a label ends; what the source may have made is taken back. */
export const giveUpRequests = (ctx: Ctx, { ids }: In<typeof labelRequests.giveUp>) =>
  eachRequest(ctx, ids, async (tx, request) => {
    const { parcelId, state } = request
    if (state === 'refused') await setAside(tx, [request.id])
    else {
      await wantVoids(tx, [parcelId])
      await tx.job(voidLabels, { parcelIds: [parcelId] })
    }
    await tx.audit('parcel_label', request.id, 'edit', { state }, { givenUp: true })
  })

function eachRequest(
  ctx: Ctx,
  ids: readonly string[],
  work: (tx: Tx, request: Request) => Promise<void>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const parcelId = await parcelOf(tx, id)
      await lockParcels(tx, [parcelId])
      const request = await readRequest(tx, id)
      const { serialNumber: label } = request
      name(label)
      requireKind(tx, 'print', request.kind)
      if (request.cancelled) fail('revoke.underWay', { label })
      const open =
        request.state !== 'made' && (request.voidState === null || request.voidState === 'refused')
      if (!open) fail('labelRequest.closed', { label })
      await work(tx, request)
      return label
    },
    async (tx, some) => {
      const tenant = asSystem(tx, tx.principal.tenantId)
      const found = await sql<{ id: string }>`select distinct l.parcel_id as id
        from ${tenant.rows('parcelLabel').as('l')}
        where l.id = any(${some}::bigint[])`.execute(tx.db)
      await lockParcels(
        tx,
        found.rows.map((row) => row.id),
      )
    },
  )
}

async function parcelOf(tx: Tx, id: string): Promise<string> {
  const found = await sql<{ parcelId: string }>`select l.parcel_id
    from ${tx.rows('parcelLabel').as('l')} where l.id = ${id}`.execute(tx.db)
  return found.rows[0]?.parcelId ?? failMissing()
}

async function readRequest(tx: Tx, id: string): Promise<Request> {
  const found = await sql<Request>`select l.id, l.parcel_id, l.serial_number, l.source, l.state,
      l.void_state, s.shipment_resource as kind,
      s.cancel_time is not null or s.flags & ${FLAG.revoking}::int <> 0 as cancelled,
      p.parcel_status
    from ${tx.rows('parcelLabel').as('l')}
      join ${tx.rows('parcel').as('p')} on p.id = l.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where l.id = ${id} and not exists (select 1 from ${tx.rows('parcelLabel').as('n')}
      where n.parcel_id = l.parcel_id and n.id > l.id)`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}
