import { predictedBatches } from '#contracts/depot/predicted.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addPredictedEvents } from './add-predicted-events.ts'
import { listArrivals, mergeBatches, setDock } from './arrivals.ts'
import { finishPredicted } from './finish-predicted.ts'
import { predictParcels, removePredictedRows } from './predict-parcels.ts'
import { addPredicted } from './predicted-batches.ts'
import { countPredicted } from './predicted-row.ts'
import { readPredicted } from './read-predicted.ts'

/** Calls on predicted batches. Emits `predictedBatch.finished`. */
export function predictedCalls(): BoundEndpoint[] {
  return bindEndpoints(predictedBatches, {
    add: addPredicted,
    addEvents: addPredictedEvents,
    queryById: readPredicted,
    addParcels: predictParcels,
    removeParcels: removePredictedRows,
    finish: finishPredicted,
    arrivals: listArrivals,
    dock: setDock,
    merge: mergeBatches,
    counts: countPredicted,
  })
}
