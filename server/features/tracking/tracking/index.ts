export { carrierHookCalls, trackingCalls } from './calls.ts'
export { mappingHooks } from './mapping/mapping-hooks.ts'
export { storeEvents, type TrackingUpdate } from './events/store-events.ts'
export { eventKey, OWN } from './events/event-key.ts'
export {
  deriveTrackingStatus,
  type StatusEvent,
  type TrackState,
} from './events/derive-tracking-status.ts'
export {
  offsetText,
  parseLocalTime,
  type LocalTime,
  type LocalTimeProblem,
} from './events/local-time.ts'
export { mapEvent } from './mapping/map-event.ts'
export { nextPoll, type PollFacts, type PollPlan } from './polling/next-poll.ts'
export { parcelEffect, type ParcelEffect, type ParcelQuestion } from './events/parcel-effect.ts'
export { storedMapping, type StoredMapping } from './mapping/stored-mapping.ts'
export { subFacts, type SubFacts } from './events/sub-facts.ts'
export { ownEvent, replay, normaliseEvent } from './events/normalise-event.ts'
export { patternIssue, type PatternIssue } from './mapping/text-pattern.ts'
