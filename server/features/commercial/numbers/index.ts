export { allocateTrackingNumbers, enterNumbers, voidNumbers } from './allocate-numbers.ts'
export { numberCalls, numberHooks } from './calls.ts'
export { copyPools } from './copy-pools.ts'
export { copySegments } from './copy-segments.ts'
export { nextNumber } from './next-number.ts'
export { numbersLeft } from './numbers-left.ts'
export { segmentHooks } from './segment-hooks.ts'
export {
  changeNumbers,
  enterLeg,
  noteAsked,
  notePushed,
  numbersByIds,
  type FollowedNumber,
} from './follow-numbers.ts'
