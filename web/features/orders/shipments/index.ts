export { findWay, formatInput, openLabels } from './print/print-format.ts'
export { sentence } from './form/price/explain.ts'
export { PriceExplanation } from './form/price/price-explanation.tsx'
export { PartyPicker } from './form/address/party-picker.tsx'
