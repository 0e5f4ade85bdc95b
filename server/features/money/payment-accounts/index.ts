export { paymentAccountHooks } from './payment-account-hooks.ts'
