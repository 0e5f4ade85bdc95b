export { postalRuleHooks, countryFeature } from './countries.ts'
