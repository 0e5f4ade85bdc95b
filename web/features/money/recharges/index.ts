export { PaymentState } from './payment-state.tsx'
