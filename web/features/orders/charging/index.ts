export { OrderCharges } from './order-charges.tsx'
export { TaxedSum, TaxedTotal } from './taxed-total.tsx'
