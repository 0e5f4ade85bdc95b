import { intoParcel } from '#contracts/depot/inbound.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { predictParcels, removePredictedRows } from './predict-parcels.ts'
import { closeOutboundBatch, removeFromBatch } from './close-outbound-batch.ts'
import { finishPredicted } from './finish-predicted.ts'
import { holdParcel, releaseParcel } from './hold-parcel.ts'
import { openOutboundBatch } from './open-outbound-batch.ts'
import { addPredicted, deletePredicted, deletePredictedBatch } from './predicted-batches.ts'
import { countOutboundBatches, readOutboundBatch } from './read-outbound-batch.ts'
import { countPredicted, readPredicted } from './read-predicted.ts'
import { recentScans } from './recent-scans.ts'
import { inboundScan } from './inbound-scan.ts'
import { outboundScan } from './outbound-scan.ts'
import { undoScan } from './undo-scan.ts'
import { writeManifest } from './write-manifest.ts'

export { predictedBatchHooks } from './predicted-batches.ts'

/**
 * The depot's doors. Tells: `parcel.received`, `parcel.held`, `parcel.released`, `parcel.bagged`, `parcel.scanUndone`
 * (each with parcelId, depotId, at), `parcel.outbound` (batchId, parcelIds, depotId, at), `predictedBatch.finished`.
 */
export function warehouseCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(predictedBatches, {
      add: addPredicted,
      delete: deletePredicted,
      deleteBatch: deletePredictedBatch,
      queryById: readPredicted,
      addParcels: predictParcels,
      removeParcels: removePredictedRows,
      finish: finishPredicted,
      counts: countPredicted,
    }),
    ...bindEndpoints(intoParcel, {
      scan: inboundScan,
      undo: undoScan,
      recent: recentScans,
      hold: holdParcel,
      release: releaseParcel,
    }),
    ...bindEndpoints(outBatches, {
      queryById: readOutboundBatch,
      add: openOutboundBatch,
      scan: outboundScan,
      remove: removeFromBatch,
      close: closeOutboundBatch,
      manifest: writeManifest,
      counts: countOutboundBatches,
    }),
  ]
}
