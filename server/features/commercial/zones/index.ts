export { zoneCalls } from './calls.ts'
export { partitionConfigHooks } from './partition-hooks.ts'
