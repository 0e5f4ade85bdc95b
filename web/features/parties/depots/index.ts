export { OpenHint } from './open-hint.tsx'
export { DepotHours } from './depot-hours.tsx'
