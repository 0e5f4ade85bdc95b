export { invoiceCalls } from './calls.ts'
export { invoiceHooks } from './invoice-hooks.ts'
export { invoicedOrders } from './order-port.ts'
