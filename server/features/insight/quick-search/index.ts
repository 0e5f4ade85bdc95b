export { quickSearchCalls } from './calls.ts'
