export { identityCalls } from './calls.ts'
export { holdersOf } from './identity-config.ts'
