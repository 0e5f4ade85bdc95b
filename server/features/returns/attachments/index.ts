export { attachmentCalls } from './calls.ts'
