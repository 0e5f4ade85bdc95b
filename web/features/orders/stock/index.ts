export { skuText } from './sku-select.tsx'
export { DayInput } from './day-input.tsx'
export { OrderStock } from './order-stock.tsx'
export { NewCount } from './lazy-new-count.ts'
