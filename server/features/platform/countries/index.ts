export { type PackageCountry, postalRuleHooks, countryFeature } from './countries.ts'
