export { logCalls } from './calls.ts'
export { mayReadPast, visibleContent } from './log-permissions.ts'
export { shownValues } from './log-values.ts'
export { recordNames } from './record-names.ts'
