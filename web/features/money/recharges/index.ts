export { less } from './less.ts'
export { PaymentState } from './payment-state.tsx'
