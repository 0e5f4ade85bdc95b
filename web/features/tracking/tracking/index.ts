export { AddEventsButton } from './events/add-events-button.tsx'
export { OrderTimeline } from './events/lazy-timeline.ts'
