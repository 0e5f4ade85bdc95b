export { fbaWaybillCalls } from './calls.ts'
export { fbaWaybillHooks } from './hooks.ts'
