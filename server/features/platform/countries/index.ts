export { postalRuleHooks, countryFeature, postalRulesOf } from './countries.ts'
