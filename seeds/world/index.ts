export { CUSTOMERS, type DemoCustomer } from './customers.data.ts'
export {
  DEFAULT_PARCELS,
  DEFAULT_SEED,
  loadWorld,
  type LoadOptions,
  type Progress,
} from './load.ts'
export { seedTenantData } from './tenant-data.ts'
export { seedUsers, type UserOptions } from './users.ts'
export { PINNED } from './pinned.ts'
export { loadBigWorld, type BigOptions } from './load-big.ts'
