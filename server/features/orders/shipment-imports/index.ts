export { importsFound } from './read-import.ts'
export { exampleOrder } from './reading/example-order.ts'
export { importMappingCalls, shipmentImportCalls } from './calls.ts'
