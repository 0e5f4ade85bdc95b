export { predictedBatchHooks } from './predicted-batches.ts'
export {
  addUnpredicted,
  countsOf,
  lockBatch,
  markReceived,
  openBatch,
  predictedRow,
  startBatch,
  type Batch,
  type PredictedRow,
} from './predicted-row.ts'
export { predictedCalls } from './calls.ts'
