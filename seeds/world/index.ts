export { DEFAULT_PARCELS, DEFAULT_SEED, loadWorld } from './write/load.ts'
export { exampleOrders } from './parcels/pinned.ts'
export { DEMO_COMPANIES } from './parties/invoice-parties.data.ts'
export { seedTenantData } from './tenant-data.ts'
export { seedUsers } from './users/users.ts'

export { loadBigWorld } from './write/load-big.ts'
export { writeChunks } from './write/write-chunks.ts'
export type { CarrierRules } from './parcels/carrier-rules.ts'
