export { putAlarm } from './alarm.ts'
export { accountHooks, tradeHooks } from './account-hooks.ts'
export { moneyAccountCalls } from './calls.ts'
export { requireOwnSession } from './own-session.ts'
