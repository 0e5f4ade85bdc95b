export { userDepotFeature, userDepotHooks } from './calls.ts'
