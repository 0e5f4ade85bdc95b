export { allocateTrackingNumbers, voidNumbers } from './allocate-numbers.ts'
