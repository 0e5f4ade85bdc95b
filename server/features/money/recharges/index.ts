import './proof-files.ts'

export { rechargeCalls } from './calls.ts'
