export { allocateTrackingNumbers, enterNumbers, voidNumbers } from './allocate-numbers.ts'
export { nextNumber } from './next-number.ts'
