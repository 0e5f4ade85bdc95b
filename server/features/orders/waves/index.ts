export { waveCalls } from './calls.ts'
