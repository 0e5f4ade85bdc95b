import type { InboundResult } from '#contracts/depot/inbound.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { countsOf, type Batch } from '#server/features/depot/predicted/index.ts'
import { logScan, readableData, readParcel } from '#server/features/depot/scans/index.ts'
import type { ScanResult } from './receive-parcel.ts'

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
  const scanId = await logScan(tx, {
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
  const result: InboundResult = {
    scanId,
    parcel: parcel ? await readParcel(tx, parcel.id) : null,
    warnings: (scanResult.warn ?? []).map(({ code, data: words }) => ({
      code,
      message: translateError(tx.lang, code, words),
    })),
    batch: batch ? { id: batch.id, no: batch.no, counts: await countsOf(tx, batch.id) } : null,
  }
  return new EnvelopeReply(scanResult.code, scanResult.words, await readableData(tx, data), result)
}
