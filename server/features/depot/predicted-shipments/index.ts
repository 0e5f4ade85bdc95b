export { predictedShipmentCalls } from './calls.ts'
