export { priceCalls } from './calls.ts'
export { priceEntities } from './entities.ts'
