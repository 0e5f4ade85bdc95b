export { withCod } from './follow-orders.ts'
