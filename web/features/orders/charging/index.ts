export { OrderCharges } from './order-charges.tsx'
export { Difference, TaxedSum, TaxedTotal } from './taxed-total.tsx'
