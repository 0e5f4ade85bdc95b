export { priceCalls } from './calls.ts'
export { priceEntities } from './entities.ts'
export { readTable, readVersion, type PriceTable } from './price-tables.ts'
