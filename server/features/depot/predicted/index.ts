export { predictedBatchHooks } from './predicted-batches.ts'
export {
  addUnpredicted,
  markReceived,
  openBatch,
  predictedRow,
  startBatch,
  type Batch,
} from './predicted-row.ts'
export { countsOf } from './read-predicted.ts'
export { predictedCalls } from './calls.ts'
