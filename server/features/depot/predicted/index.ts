export { predictedBatchHooks } from './predicted-batches.ts'
export {
  addUnpredicted,
  countsOf,
  markReceived,
  openBatch,
  predictedRow,
  startBatch,
  type Batch,
} from './predicted-row.ts'
export { predictedCalls } from './calls.ts'
