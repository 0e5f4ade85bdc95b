export { revokeTaskCalls } from './calls.ts'
export { orderEnds } from './cancel-orders.ts'
export { revokeTaskHooks } from './task-hooks.ts'
