export { OrderCharges } from './order-charges.tsx'
export { TaxedTotal } from './taxed-total.tsx'
