export { OrderCharges } from './order-charges.tsx'
