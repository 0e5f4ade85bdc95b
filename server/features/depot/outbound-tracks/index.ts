export { outboundTrackCalls } from './calls.ts'
export { parcelsOfGroups } from './parcels-of-groups.ts'
