export { CompareButton } from './compare-entry.ts'
