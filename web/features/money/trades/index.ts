export { TradesOf } from './trade-list.tsx'
