import { lazy } from 'react'

export { skuText } from './sku-select.tsx'
export { DayInput } from './day-input.tsx'
export { OrderStock } from './order-stock.tsx'
/** The dialog that opens a count. */
export const NewCount = lazy(() => import('./new-count.tsx'))
