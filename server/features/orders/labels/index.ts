export { labelCalls } from './calls.ts'
export { printLabels } from './print-labels.ts'
export { ownLabels } from './own-labels.ts'
export { askVoids, voidLabels } from './sources/void-labels.ts'
