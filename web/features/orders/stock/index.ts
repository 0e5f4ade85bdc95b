export { skuText } from './sku-select.tsx'
