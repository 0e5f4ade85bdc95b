export { printCalls } from './calls.ts'
export { printHooks } from './print-reach.ts'
