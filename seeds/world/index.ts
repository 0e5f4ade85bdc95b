export { DEFAULT_PARCELS, DEFAULT_SEED, loadWorld } from './load.ts'
export { seedTenantData } from './tenant-data.ts'
export { seedUsers } from './users.ts'

export { loadBigWorld } from './load-big.ts'
export { writeChunks } from './write/write-chunks.ts'
export type { CarrierRules } from './carrier-rules.ts'
