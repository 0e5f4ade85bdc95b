export { shownParcel } from './public/shown-parcel.ts'
export { dailyLimit } from './public/daily-limit.ts'
export { groupNumbers } from './group-numbers.ts'
export { carrierHookCalls, trackingCalls } from './calls.ts'
export { unmappedCodes } from './mapping/list-unmapped.ts'
export { addEventsToBatch } from './templates/add-to-batch.ts'
export { addTemplatedEvent } from './templates/add-templated.ts'
export { withdrawMarked } from './templates/withdraw-marked.ts'
export { loadTemplate } from './templates/load-template.ts'
export { eventTemplateHooks } from './templates/template-hooks.ts'
export { mappingHooks } from './mapping/mapping-hooks.ts'

export { eventKey, ownEvent, replay, normaliseEvent } from './events/normalise-event.ts'
export {
  deriveTrackingStatus,
  type StatusEvent,
  type TrackState,
} from './events/derive-tracking-status.ts'

export { mapEvent } from './mapping/map-event.ts'
export { nextPoll, type PollFacts } from './polling/next-poll.ts'
export { parcelEffect } from './events/parcel-effect.ts'
export { storedMapping } from './mapping/stored-mapping.ts'
export { patternIssue } from './mapping/text-pattern.ts'
