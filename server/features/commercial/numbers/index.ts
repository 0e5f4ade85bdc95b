export { allocateTrackingNumbers, enterNumbers, voidNumbers } from './allocate-numbers.ts'
