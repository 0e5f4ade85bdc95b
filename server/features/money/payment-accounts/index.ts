export { paymentAccountHooks } from './payment-account-hooks.ts'
export { paymentAccountCalls } from './calls.ts'
export { isReady, openKeys, privatePem, type Keys } from './provider-keys.ts'
