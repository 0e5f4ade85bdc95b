export { serviceCalls } from './calls.ts'
export { refuseUsed } from './switch-off.ts'
export { requireUnusedSupplier } from './unused-supplier.ts'
export { deliveryServiceHooks, serviceRuleHooks } from './service-hooks.ts'
