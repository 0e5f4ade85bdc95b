export { consigneeFeature } from './calls.ts'
export { blacklisted } from './blacklisted.ts'
