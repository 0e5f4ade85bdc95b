export { shipperHooks } from './shipper-hooks.ts'
export { lockMerged, removeMerged, shipperFeature } from './calls.ts'
export { senderOf, storedSenderChoice } from './sender-choice.ts'
