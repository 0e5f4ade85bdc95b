export { predictedBatchHooks } from './predicted-batches.ts'
export {
  addUnpredicted,
  countsOf,
  dropUnpredicted,
  lockBatch,
  markMissing,
  markReceived,
  openBatch,
  predictedRow,
  startBatch,
  type Batch,
  type PredictedRow,
} from './predicted-row.ts'
export { finishPredicted } from './finish-predicted.ts'
export { readPredicted } from './read-predicted.ts'
export { predictedCalls } from './calls.ts'
