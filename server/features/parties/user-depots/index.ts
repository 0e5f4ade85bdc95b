export { userDepotFeature, userDepotHooks } from './calls.ts'
export { defaultUserDepot } from './default-user-depot.ts'
