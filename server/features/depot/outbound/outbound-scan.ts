import { parcelBagged } from '#contracts/depot/scans.events.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { type outBatches, type OutboundResult } from '#contracts/depot/outbound.ts'
import { PACKAGE_NO } from '#contracts/depot/packages.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  type LockedParcel,
  lockParcels,
  moveLocked,
} from '#server/features/orders/shipments/index.ts'
import { unpickedOrders } from '#server/features/orders/stock/index.ts'
import { openInterceptOf, takeApart, whyApart } from '#server/features/depot/intercepts/index.ts'
import { bagOf, packageByNo } from '#server/features/depot/packages/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { inTx, together } from '#server/kit/db/tx.ts'
import {
  depotCode,
  findScanned,
  classifyOutboundScan,
  readableData,
  logScan,
  notOne,
  readParcel,
  warningsIn,
  withoutLabel,
} from '#server/features/depot/scans/index.ts'
import { loadBag, type OutboundScanResult } from './load-bag.ts'
import { lockOutboundBatch, type LockedOutboundBatch } from './lock-outbound-batch.ts'
import { totalsOf } from './read-outbound-batch.ts'

/**
 * A parcel into an outbound batch (wire.md §14.2): it must lie in this depot's stock and go by one
 * of the batch's channels. The parcel is locked before it is checked, and the database lets it
 * stand in one open batch only.
 */
export function outboundScan(
  ctx: Ctx,
  { batchId, no }: In<typeof outBatches.scan>,
): Promise<EnvelopeReply> {
  return inTx(ctx, async (tx) => {
    const batch = await lockOutboundBatch(tx, batchId, 'scan')
    const whole = PACKAGE_NO.test(no) ? await packageByNo(tx, no) : null
    if (whole) return answer(tx, batch, no, await loadBag(tx, batch, whole.id))
    const found = await findScanned(
      tx,
      no,
      (match) =>
        classifyOutboundScan(match.parcelStatus) === 'bag' && match.depotId === batch.depotId,
    )
    const issue = notOne(found)
    if (issue) return answer(tx, batch, no, issue)
    const [parcel] = found.kind === 'one' ? await lockParcels(tx, [found.match.parcelId]) : []
    if (!parcel) return answer(tx, batch, no, { code: SCAN.notPredicted, words: 'scan.unknown' })
    return answer(tx, batch, no, {
      ...((await applyScan(tx, batch, parcel)) ?? (await bag(tx, batch, parcel))),
      parcel,
    })
  })
}

/** Why this parcel does not go on the batch; null where it does. */
async function applyScan(
  tx: Tx,
  batch: LockedOutboundBatch,
  parcel: LockedParcel,
): Promise<OutboundScanResult | null> {
  if (parcel.depotId !== batch.depotId)
    return {
      code: SCAN.status,
      words: 'scan.wrongDepot',
      data: { depot: await depotCode(tx, parcel.depotId) },
    }
  const scanClass = classifyOutboundScan(parcel.parcelStatus)
  if (scanClass === 'neverReceived') {
    const apart = await openInterceptOf(tx, parcel.id)
    if (apart?.status === INTERCEPT.waiting) await takeApart(tx, apart)
    return apart
      ? { code: SCAN.status, ...(await whyApart(tx, apart)) }
      : { code: SCAN.neverReceived, words: 'scan.neverReceived' }
  }
  if (scanClass === 'alreadyOut') return { code: SCAN.alreadyOut, words: 'scan.alreadyOut' }
  if (scanClass === 'held')
    return { code: SCAN.held, words: 'scan.held', data: { reason: parcel.heldReason ?? '' } }
  if (scanClass === 'bagged') return inBatch(tx, batch, parcel.id)
  if (scanClass === 'status') {
    return {
      code: SCAN.status,
      words: 'scan.status',
      data: { parcelStatus: parcel.parcelStatus },
    }
  }
  if (parcel.confirmedAt === null) return { code: SCAN.status, words: 'scan.needConfirm' }
  const services = sql<{
    name: string
    here: boolean
  }>`select ${nameIn(tx.lang, 'h.name')} as name,
        exists (select 1 from out_batch_channel k
          where k.tenant_id = h.tenant_id
            and k.batch_id = ${batch.id} and k.channel_id = h.id) as here
    from ${tx.rows('deliveryService').as('v')} join ${tx.rows('channel').as('h')} on h.id = v.channel_id
    where v.id = ${parcel.serviceId}`.execute(tx.db)
  const [found, unpicked] = await together(services, unpickedOrders(tx, [parcel.id]))
  if (unpicked.length > 0) return { code: SCAN.status, words: 'scan.unpicked' }
  const channel = found.rows[0]
  return channel?.here
    ? null
    : {
        code: SCAN.wrongChannel,
        words: 'scan.wrongChannel',
        data: { channel: channel?.name ?? '' },
      }
}

async function inBatch(
  tx: Tx,
  batch: LockedOutboundBatch,
  parcelId: string,
): Promise<OutboundScanResult> {
  const bag = await bagOf(tx, parcelId)
  if (bag) return { code: SCAN.otherBag, words: 'scan.scanTheBag', data: { bag: bag.no } }
  const other = (
    await sql<{
      id: string
      no: string
    }>`select b.id, b.no
      from ${tx.rows('outBatchParcel').as('o')} join ${tx.rows('outBatch').as('b')} on b.id = o.batch_id
      where o.parcel_id = ${parcelId} and o.open`.execute(tx.db)
  ).rows[0]
  if (!other || other.id === batch.id)
    return { code: SCAN.alreadyIn, words: 'scan.alreadyBagged', data: { batch: batch.no } }
  return { code: SCAN.otherBatch, words: 'scan.otherBatch', data: { batch: other.no } }
}

async function bag(
  tx: Tx,
  batch: LockedOutboundBatch,
  parcel: LockedParcel,
): Promise<OutboundScanResult> {
  const put = await sql`insert into out_batch_parcel (tenant_id, batch_id, parcel_id, create_by)
      values (${tx.principal.tenantId}, ${batch.id}, ${parcel.id}, ${tx.principal.username})
      on conflict do nothing returning true as put`.execute(tx.db)
  if (put.rows.length === 0) return inBatch(tx, batch, parcel.id)
  const [follow, warn] = await together(
    moveLocked(tx, [parcel], PARCEL.BAGGED),
    withoutLabel(tx, parcel.id),
    tx.emit(parcelBagged, {
      parcelIds: [parcel.id],
      depotId: batch.depotId,
      batchId: batch.id,
      at: nowIso(),
    }),
  )
  return { code: SCAN.ok, words: 'scan.bagged', from: parcel.parcelStatus, follow, warn }
}

async function answer(
  tx: Tx,
  batch: LockedOutboundBatch,
  no: string,
  scanResult: OutboundScanResult,
): Promise<EnvelopeReply> {
  const { parcel, data = {}, from, warn = [] } = scanResult
  const logged = logScan(tx, {
    station: 'out',
    no,
    code: scanResult.code,
    words: scanResult.words,
    data,
    parcelId: parcel?.id ?? null,
    batchId: batch.id,
    depotId: batch.depotId,
    warn,
    ...(from === undefined ? {} : { effect: { from } }),
  })
  const [scanId, shown, totals] = await together(
    logged,
    parcel ? readParcel(tx, parcel.id) : null,
    totalsOf(tx, batch.id),
    scanResult.follow?.(),
  )
  const result: OutboundResult = {
    scanId,
    parcel: shown,
    warnings: warningsIn(tx, warn),
    batch: { id: batch.id, no: batch.no, ...totals },
  }
  return new EnvelopeReply(scanResult.code, scanResult.words, await readableData(tx, data), result)
}
