export { bundleChosen } from './bundle-documents.ts'
export { documentCalls } from './calls.ts'
export { choiceOf } from './document-choice.ts'
