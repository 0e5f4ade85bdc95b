export { printSetById, printSetHooks, printSetFeature } from './print-sets.ts'
