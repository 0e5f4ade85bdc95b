export { billCalls } from './calls.ts'
export { decideDemoBill, takeBill } from './runs/take-bill.ts'
