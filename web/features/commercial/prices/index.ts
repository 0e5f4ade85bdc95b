export { RaiseDialog, useMayRaise } from './raise-entry.ts'
export { changeText } from './other-version.tsx'
