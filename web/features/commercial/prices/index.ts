export { RaiseDialog, useMayRaise } from './raise-entry.ts'
