export { caseCalls } from './calls.ts'
export { caseHooks } from './read-case.ts'
