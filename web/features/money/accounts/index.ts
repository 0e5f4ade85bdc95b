export { WaitingChanges } from './waiting-changes.tsx'
