export { savedViewCalls } from './calls.ts'
