export { putAlarm } from './alarm.ts'
export { accountHooks } from './account-hooks.ts'
export { moneyAccountCalls } from './calls.ts'
