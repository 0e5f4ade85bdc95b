const BATCH = { least: 100, most: 500 }
/**
 * Orders of the next batch: few at first, so that the database has work, and at the end, when
 * nothing is judged any more while it stores.
 */
export const batchAt = (done: number, left: number): number =>
  Math.max(BATCH.least, Math.min(BATCH.most, done, Math.ceil(left / 2)))
