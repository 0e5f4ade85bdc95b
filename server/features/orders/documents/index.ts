export { documentCalls } from './calls.ts'
