export { allocateTrackingNumbers, enterNumbers, voidNumbers } from './allocate-numbers.ts'
export { numberCalls, numberHooks } from './calls.ts'
export { nextNumber } from './next-number.ts'
export { numbersLeft } from './numbers-left.ts'
