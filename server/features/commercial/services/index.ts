export { serviceCalls } from './calls.ts'
export { segmentHooks } from './segment-hooks.ts'
