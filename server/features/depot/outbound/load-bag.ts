import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { OUT_PACKAGE } from '#contracts/depot/scans.states.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import {
  bagsOn,
  isLoaded,
  lockPackages,
  parcelsIn,
  setLoaded,
} from '#server/features/depot/packages/index.ts'
import { depotCode } from '#server/features/depot/scans/index.ts'
import { lockParcels, type LockedParcel } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { lockOutboundBatch, type LockedOutboundBatch } from './lock-outbound-batch.ts'
import { readOutboundBatch } from './read-outbound-batch.ts'

export interface OutboundScanResult {
  code: number
  words: string
  data?: Record<string, unknown>
  parcel?: LockedParcel
  from?: number
  warn?: { code: string; data: Record<string, unknown> }[]
  /** What is left to be written: it travels with the line of the scan. */
  follow?: () => Promise<void>
}

/** A closed bag onto a batch with all that is in it; none of it where one parcel does not fit. */
export async function loadBag(
  tx: Tx,
  batch: LockedOutboundBatch,
  id: string,
): Promise<OutboundScanResult> {
  const bag = (await lockPackages(tx, [id]))[0] ?? failMissing()
  if (bag.depotId !== batch.depotId)
    return {
      code: SCAN.status,
      words: 'scan.bagElsewhere',
      data: { bag: bag.no, depot: await depotCode(tx, bag.depotId) },
    }
  if (isLoaded(bag))
    return bag.batchId === batch.id
      ? { code: SCAN.alreadyIn, words: 'scan.bagAlready', data: { bag: bag.no } }
      : { code: SCAN.otherBatch, words: 'scan.bagOnOther', data: { bag: bag.no } }
  if (bag.status === OUT_PACKAGE.open)
    return { code: SCAN.status, words: 'scan.bagOpen', data: { bag: bag.no } }
  const ids = await parcelsIn(tx, bag.id)
  const parcels = await lockParcels(tx, ids)
  if (
    ids.length === 0 ||
    parcels.length !== ids.length ||
    parcels.some(({ parcelStatus }) => parcelStatus !== PARCEL.BAGGED)
  )
    return { code: SCAN.status, words: 'scan.bagChanged', data: { bag: bag.no } }
  const channel = await channelMissing(tx, batch.id, ids)
  if (channel !== null)
    return { code: SCAN.wrongChannel, words: 'scan.bagChannel', data: { bag: bag.no, channel } }
  await sql`insert into out_batch_parcel (tenant_id, batch_id, parcel_id, package_id, create_by)
    select ${tx.principal.tenantId}, ${batch.id}, x, ${bag.id}, ${tx.principal.username}
    from unnest(${ids}::bigint[]) as x order by x`.execute(tx.db)
  await setLoaded(tx, [bag], batch.id)
  return {
    code: SCAN.ok,
    words: 'scan.bagLoaded',
    data: { bag: bag.no, pieces: ids.length },
  }
}

/** A channel of these parcels the batch is not for. */
async function channelMissing(
  tx: Tx,
  batchId: string,
  parcelIds: readonly string[],
): Promise<string | null> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ name: string }>`select ${nameIn(tx.lang, 'h.name')} as name
    from ${tenant.rows('parcel').as('p')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = p.service_id
      join ${tenant.rows('channel').as('h')} on h.id = v.channel_id
    where p.id = any(${parcelIds}::bigint[])
      and not exists (select 1 from ${tenant.rows('outBatchChannel').as('k')}
        where k.batch_id = ${batchId} and k.channel_id = h.id)
    order by h.id limit 1`.execute(tx.db)
  return rows[0]?.name ?? null
}

/** Takes a bag off an open batch: it is closed and may go on another one. */
export function removeBag(
  ctx: Ctx,
  { batchId, packageId }: In<typeof outBatches.removeBag>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, batchId, 'remove')
    const [bag] = await lockPackages(tx, [packageId])
    if (bag?.batchId !== batch.id) fail('outBatch.bagNotIn', { label: batch.no })
    await sql`delete from out_batch_parcel as o
      where ${asSystem(tx, tx.principal.tenantId).rows('outBatchParcel').where('o')}
        and o.batch_id = ${batchId} and o.package_id = ${packageId} and o.open`.execute(tx.db)
    await setLoaded(tx, [bag], null)
    return readOutboundBatch(tx, { id: batchId })
  })
}

/** Bags of a batch none of whose parcels left with it are closed and on none. */
export async function unloadEmpty(tx: Tx, batchId: string): Promise<void> {
  const { rows } = await sql<{ packageId: string }>`select distinct o.package_id
    from ${asSystem(tx, tx.principal.tenantId).rows('outBatchParcel').as('o')}
    where o.batch_id = ${batchId} and o.package_id is not null`.execute(tx.db)
  const full = new Set(rows.map(({ packageId }) => packageId))
  await setLoaded(
    tx,
    (await bagsOn(tx, batchId)).filter(({ id }) => !full.has(id)),
    null,
  )
}
