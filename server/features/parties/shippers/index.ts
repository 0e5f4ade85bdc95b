export { shipperHooks } from './shipper-hooks.ts'
export { lockMerged, removeMerged, shipperFeature } from './calls.ts'
export { senderChoice, storedSenderChoice } from './sender-choice.ts'
