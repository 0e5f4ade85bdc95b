import { intoParcel } from '#contracts/depot/inbound.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { feature, type Mounted } from '#server/kit/http/feature.ts'
import { announceParcels, removeAnnounced } from './announce-parcels.ts'
import { closeOut, takeOut } from './close-out.ts'
import { finishPredicted } from './finish-predicted.ts'
import { holdParcel, releaseParcel } from './hold-parcel.ts'
import { openOut } from './open-out.ts'
import { addPredicted, deletePredicted, deletePredictedBatch } from './predicted-batches.ts'
import { countOut, readOut } from './read-out.ts'
import { countPredicted, readPredicted } from './read-predicted.ts'
import { recentScans } from './recent-scans.ts'
import { scanIn } from './scan-in.ts'
import { scanOut } from './scan-out.ts'
import { undoScan } from './undo-scan.ts'
import { writeManifest } from './write-manifest.ts'

export { predictedBatchHooks } from './predicted-batches.ts'

/**
 * The depot's doors. Tells: `parcel.received`, `parcel.held`, `parcel.released`, `parcel.bagged`, `parcel.scanUndone`
 * (each with parcelId, depotId, at), `parcel.outbound` (batchId, parcelIds, depotId, at), `predictedBatch.finished`.
 */
export function warehouseCalls(): Mounted[] {
  return [
    ...feature(predictedBatches, {
      add: addPredicted,
      delete: deletePredicted,
      deleteBatch: deletePredictedBatch,
      queryById: readPredicted,
      addParcels: announceParcels,
      removeParcels: removeAnnounced,
      finish: finishPredicted,
      counts: countPredicted,
    }),
    ...feature(intoParcel, {
      scan: scanIn,
      undo: undoScan,
      recent: recentScans,
      hold: holdParcel,
      release: releaseParcel,
    }),
    ...feature(outBatches, {
      queryById: readOut,
      add: openOut,
      scan: scanOut,
      remove: takeOut,
      close: closeOut,
      manifest: writeManifest,
      counts: countOut,
    }),
  ]
}
