export { importsFound } from './read-import.ts'
export { shipmentImportCalls } from './calls.ts'
