import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { intoParcel, InboundResult } from '#contracts/depot/inbound.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { inTx, together } from '#server/kit/db/tx.ts'
import {
  openIntercept,
  openInterceptOf,
  takeApart,
  whyApart,
  type Intercept,
} from '#server/features/depot/intercepts/index.ts'
import {
  addUnpredicted,
  predictedRow,
  openBatch,
  startBatch,
  countsOf,
  type Batch,
  type PredictedRow,
} from '#server/features/depot/predicted/index.ts'
import {
  depotCode,
  findParcels,
  findScanned,
  classifyInboundScan,
  logScan,
  notOne,
  readableData,
  readParcel,
  warningsIn,
} from '#server/features/depot/scans/index.ts'
import { lockParcels, type LockedParcel } from '#server/features/orders/shipments/index.ts'
import { receiveParcel, type ScanResult, measuresOf } from './receive-parcel.ts'

type Scan = In<typeof intoParcel.scan>
/**
 * A parcel at the inbound station (wire.md §14.2). Any meaning of the number is an answer with its
 * code, and is noted; only a request that makes no sense is an error. The parcel is held before it
 * is checked, so of two scanners one receives it and the other gets "in stock".
 */
export function inboundScan(ctx: Ctx, input: Scan): Promise<EnvelopeReply> {
  const measures = measuresOf(input)
  return inTx(ctx, async (tx) => {
    const station = await stationOf(tx, input)
    const stopped = await stop(tx, await openIntercept(tx, input.no))
    if (stopped) return answerScan(tx, station, { ...stopped, ...(await meant(tx, input.no)) })
    const found = await findScanned(
      tx,
      input.no,
      (match) => classifyInboundScan(match.parcelStatus) === 'receive',
    )
    const issue = found.kind === 'unknown' ? null : notOne(found)
    // Its parcel is shown: the new label is printed for it at the station.
    if (found.kind === 'voidLabel' && issue)
      return answerScan(tx, station, { ...issue, parcel: found.parcel })
    if (issue) return answerScan(tx, station, issue)
    const [[parcel], row, apart] =
      found.kind === 'one'
        ? await together(
            lockParcels(tx, [found.match.parcelId]),
            predictedRow(tx, found.match.parcelId),
            openInterceptOf(tx, found.match.parcelId),
          )
        : [[], null, null]
    // Stopped by another of its numbers.
    const other = await stop(tx, apart)
    if (other) return answerScan(tx, station, { ...other, ...(parcel ? { parcel } : {}) })
    if (!parcel) return answerScan(tx, station, await unknown(tx, station))
    if (station.depotId !== null && parcel.depotId !== station.depotId)
      return answerScan(tx, station, {
        code: SCAN.status,
        words: 'scan.wrongDepot',
        data: { depot: await depotCode(tx, parcel.depotId) },
        parcel,
      })
    return answerScan(
      tx,
      station,
      applyScan(station, parcel, row) ?? (await receiveParcel(tx, parcel, row, measures)),
    )
  })
}

/** A number that is to be set apart is, before anything else is done with it. */
async function stop(tx: Tx, found: Intercept | null): Promise<ScanResult | null> {
  if (!found) return null
  const isApart = found.status === INTERCEPT.intercepted
  if (!isApart) await takeApart(tx, found)
  return {
    code: isApart ? SCAN.alreadyIntercepted : SCAN.intercepted,
    ...(await whyApart(tx, found)),
  }
}

/** The parcel of a stopped number, not locked: nothing is done with it. */
async function meant(tx: Tx, no: string): Promise<Pick<ScanResult, 'parcel'>> {
  const [[match, ...more] = []] = await findParcels(tx, [no])
  return match && more.length === 0
    ? { parcel: { id: match.parcelId, depotId: match.depotId } }
    : {}
}

/** Where the station stands: the depot it names, or its batch's; both within the caller's reach. */
async function stationOf(tx: Tx, { no, batchId, depotId }: Scan): Promise<Station> {
  const batch = batchId ? await openBatch(tx, batchId, 'receive') : null
  if (depotId) {
    const known =
      await sql`select 1 from ${tx.rows('depot').as('d')} where d.id = ${depotId}`.execute(tx.db)
    if (
      known.rows.length === 0 ||
      (tx.principal.depotIds && !tx.principal.depotIds.includes(depotId))
    )
      failFields([{ path: 'depotId', code: 'field.ref' }])
    if (batch && batch.depotId !== depotId)
      failFields([{ path: 'batchId', code: 'predicted.otherDepot' }])
  }
  return { no, batch, depotId: depotId ?? batch?.depotId ?? null }
}

async function unknown(tx: Tx, { batch, no }: Station): Promise<ScanResult> {
  const scanResult: ScanResult = { code: SCAN.notPredicted, words: 'scan.unknown' }
  if (!batch) return scanResult
  await startBatch(tx, batch.id)
  const rowId = await addUnpredicted(tx, batch.id, no)
  return {
    ...scanResult,
    words: 'scan.unknownExtra',
    data: { batch: batch.no },
    batch,
    ...(rowId ? { effect: { rowId } } : {}),
  }
}

/** Why this parcel is not received now; null where it is. */
function applyScan(
  { batch }: Station,
  parcel: LockedParcel,
  row: PredictedRow | null,
): ScanResult | null {
  const scanClass = classifyInboundScan(parcel.parcelStatus)
  if (scanClass === 'alreadyIn') return { code: SCAN.alreadyIn, words: 'scan.alreadyIn', parcel }
  if (scanClass === 'alreadyOut') return { code: SCAN.alreadyOut, words: 'scan.alreadyOut', parcel }
  if (scanClass === 'held')
    return {
      code: SCAN.held,
      words: 'scan.held',
      data: { reason: parcel.heldReason ?? '' },
      parcel,
    }
  if (scanClass === 'status') {
    return {
      code: SCAN.status,
      words: 'scan.status',
      data: { parcelStatus: parcel.parcelStatus },
      parcel,
    }
  }
  if (!batch || row?.batchId === batch.id) return null
  return {
    code: SCAN.notInBatch,
    words: row ? 'scan.inOtherBatch' : 'scan.notInBatch',
    data: { batch: batch.no, other: row?.no ?? '' },
    parcel,
    batch,
  }
}

/** Where a scan is made: its number, the batch being received and the depot. */
export interface Station {
  no: string
  batch: Batch | null
  depotId: string | null
}

/** Notes what came of a scan, or of measures typed after one, and words it for the station. */
export async function answerScan(
  tx: Tx,
  station: Station,
  scanResult: ScanResult,
  kind: 'into' | 'measure' = 'into',
): Promise<EnvelopeReply> {
  const { parcel, data = {} } = scanResult
  const batch = scanResult.batch ?? station.batch
  const logged = logScan(tx, {
    station: kind,
    no: station.no,
    code: scanResult.code,
    words: scanResult.words,
    data,
    parcelId: parcel?.id ?? null,
    batchId: batch?.id ?? null,
    depotId: parcel?.depotId ?? station.depotId ?? tx.principal.depotIds?.[0] ?? null,
    warn: scanResult.warn ?? [],
    ...(scanResult.effect ? { effect: scanResult.effect } : {}),
  })
  const [scanId, shown, counts] = await together(
    logged,
    parcel ? readParcel(tx, parcel.id) : null,
    batch ? countsOf(tx, batch.id) : null,
    scanResult.follow?.(),
  )
  const result: InboundResult = {
    scanId,
    parcel: shown,
    warnings: warningsIn(tx, scanResult.warn ?? []),
    batch: batch && counts ? { id: batch.id, no: batch.no, counts } : null,
  }
  return new EnvelopeReply(scanResult.code, scanResult.words, await readableData(tx, data), result)
}
