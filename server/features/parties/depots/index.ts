export { depotFeature } from './calls.ts'
export { depotGateHooks } from './gate-hooks.ts'
export { hoursTextOf } from './read-hours.ts'
export { switchDepotGate } from './switch-gate.ts'
