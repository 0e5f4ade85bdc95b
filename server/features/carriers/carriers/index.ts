export type * from './adapter.ts'
export type * from './adapter-places.ts'

export {
  callGuard,
  isElsewhere,
  type CallDeps,
  type CallLimits,
  type CallRecord,
  type CarrierReply,
  type CarrierRequest,
} from './call.ts'
export { CarrierError, type CarrierErrorKind } from './carrier-error.ts'
export { jsonOf } from './reply.ts'
export { withToken } from './token.ts'
export { checkedAdapter } from './adapters.ts'

export { dhlTracking, type DhlTrackingConfig } from './dhl/unified-tracking.ts'
export { liveDeps } from './live-deps.ts'
export { answerTrack, simulatorFetch } from './simulator/answer.ts'
export type { SimWorld } from './simulator/sim-world.ts'
export { sharedBy } from './shared-by.ts'
export { readyPush, shipmentsPush, validatePush } from './simulator/pushes.ts'
export { script, type SimParcel, type UnifiedEvent } from './simulator/scripts.ts'
export {
  accountsOf,
  adapterKind,
  carrierAccount,
  simulatedAdapters,
  type CarrierAccount,
} from './accounts.ts'
export { callsLeft, logCalls } from './call-log.ts'
export { addToSimulator, removeFromSimulator } from './simulator/world.ts'
export { carrierCalls } from './calls.ts'
export { courierHooks } from './courier-hooks.ts'
export { readPayload } from './payloads/read-payload.ts'
export { onceEach, type PayloadProblem, type ReadEvent } from './payloads/payload.ts'
export { scenarioPayload } from './simulator/scenario-payload.ts'
