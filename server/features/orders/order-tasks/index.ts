export { orderTaskCalls } from './calls.ts'
