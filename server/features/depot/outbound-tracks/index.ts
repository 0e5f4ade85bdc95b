export { outboundTrackCalls } from './calls.ts'
