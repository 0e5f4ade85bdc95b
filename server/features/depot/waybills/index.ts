export { waybillCalls } from './calls.ts'
export { hawbHooks, waybillHooks } from './waybill-hooks.ts'
