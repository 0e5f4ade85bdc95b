export { importsFound } from './read-import.ts'
export { importMappingCalls, shipmentImportCalls } from './calls.ts'
