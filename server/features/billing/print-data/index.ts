export { printCalls } from './calls.ts'
