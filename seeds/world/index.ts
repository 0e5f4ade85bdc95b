export { CUSTOMERS, type DemoCustomer } from './customers.data.ts'
export {
  DEFAULT_PARCELS,
  DEFAULT_SEED,
  loadWorld,
  type LoadOptions,
  type Progress,
} from './load.ts'
export { seedHouse } from './house.ts'
export { seedPeople, type PeopleOptions } from './people.ts'
export { PINNED } from './pinned.ts'
export { loadBigWorld, type BigOptions } from './load-big.ts'
