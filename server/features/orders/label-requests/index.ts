export { labelRequestCalls } from './calls.ts'
export { labelRequestHooks } from './request-hooks.ts'
