export { skuText } from './sku-select.tsx'
export { OrderStock } from './order-stock.tsx'
