export { sentence } from './form/price/explain.ts'
export { PriceExplanation } from './form/price/price-explanation.tsx'
