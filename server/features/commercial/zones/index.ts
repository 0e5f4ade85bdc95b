export { zoneCalls } from './calls.ts'
export { partitionConfigHooks, partitionHooks } from './partition-hooks.ts'
