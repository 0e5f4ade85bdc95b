export { putAlarm } from './alarm.ts'
export { accountHooks } from './account-hooks.ts'
export { moneyAccountCalls } from './calls.ts'
export { requireOwnSession } from './own-session.ts'
