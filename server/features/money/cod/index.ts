export { codCalls } from './calls.ts'
export { trackItems, type CodOrder } from './track-items.ts'
