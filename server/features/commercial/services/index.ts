export { serviceCalls } from './calls.ts'
export { deliveryServiceHooks, serviceRuleHooks } from './service-hooks.ts'
