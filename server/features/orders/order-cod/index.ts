export { followParcels, withCod } from './follow-orders.ts'
