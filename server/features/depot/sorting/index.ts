export { sortingCalls } from './calls.ts'
