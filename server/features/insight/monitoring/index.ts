export { monitoringCalls } from './calls.ts'
export { startSampling } from './samples.ts'
