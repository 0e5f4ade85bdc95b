export { handheldCalls } from './calls.ts'
