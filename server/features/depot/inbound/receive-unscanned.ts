import { SCAN } from '#contracts/depot/scans.ts'
import {
  classifyInboundScan,
  logScan,
  type ScanEffect,
} from '#server/features/depot/scans/index.ts'
import { openInterceptOf } from '#server/features/depot/intercepts/index.ts'
import { predictedRow } from '#server/features/depot/predicted/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { receiveParcel } from './receive-parcel.ts'

/**
 * Receives an announced parcel without its scan, as the station would: it is charged, reported and
 * logged alike. One that is in stock already stays as it is. Answers its number.
 */
export async function receiveUnscanned(
  tx: Tx,
  parcelId: string,
  more: Pick<ScanEffect, 'linked'> = {},
): Promise<string> {
  const parcel = (await lockParcels(tx, [parcelId]))[0] ?? failMissing()
  const no = parcel.trackNo ?? parcel.serialNumber
  const scanClass = classifyInboundScan(parcel.parcelStatus)
  if (scanClass === 'alreadyIn') return no
  if (scanClass !== 'receive') {
    const texts = await dictTexts(tx)
    fail('batchIn.status', {
      label: no,
      status: texts('parcel_status', String(parcel.parcelStatus)),
    })
  }
  if (await openInterceptOf(tx, parcelId)) fail('batchIn.stopped', { label: no })
  const row = await predictedRow(tx, parcelId)
  const result = await receiveParcel(tx, parcel, row, null)
  await result.follow?.()
  await logScan(tx, {
    station: 'into',
    no,
    code: result.code,
    words: result.code === SCAN.ok ? 'scan.receivedUnscanned' : result.words,
    data: result.data ?? {},
    parcelId,
    batchId: row?.batchId ?? null,
    depotId: parcel.depotId,
    warn: result.warn ?? [],
    ...(result.effect ? { effect: { ...result.effect, ...more } } : {}),
  })
  return no
}
