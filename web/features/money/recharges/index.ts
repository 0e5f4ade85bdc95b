export { less } from './less.ts'
export { PayDetails } from './pay-details.tsx'
export { PaymentState } from './payment-state.tsx'
