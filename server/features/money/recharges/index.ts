export { rechargeCalls } from './calls.ts'
import './proof-files.ts'
