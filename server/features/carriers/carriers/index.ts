export type * from './adapter.ts'
export { OPERATIONS } from './adapter.ts'
export { adapters, type AccountTerms, type AdapterKind, type Adapters } from './adapters.ts'
export {
  CALL_LIMITS,
  callGuard,
  type CallDeps,
  type CallLimits,
  type CallRecord,
  type CarrierCall,
  type CarrierReply,
  type CarrierRequest,
} from './call.ts'
export { CarrierError, type CarrierErrorKind } from './carrier-error.ts'
export { dhlMapping } from './dhl/mapping.ts'
export { dhlTracking, type DhlTrackingConfig } from './dhl/unified-tracking.ts'
export { liveDeps } from './live-deps.ts'
export {
  answerTrack,
  simShipment,
  simulatorFetch,
  type SimAnswer,
  type SimWorld,
} from './simulator/answer.ts'
export {
  readyPush,
  shipmentsPush,
  validatePush,
  type SimPush,
  type SimSubscription,
} from './simulator/pushes.ts'
export { script, type SimParcel, type SimPlace, type UnifiedEvent } from './simulator/scripts.ts'
export {
  accountsOf,
  adapterKind,
  carrierAccount,
  simulatedAdapters,
  configureCarriers,
  type CarrierAccount,
} from './accounts.ts'
export { callsLeft, logCalls } from './call-log.ts'
export { addToSimulator, removeFromSimulator } from './simulator/world.ts'
export { carrierCalls } from './calls.ts'
export { courierHooks } from './courier-hooks.ts'
