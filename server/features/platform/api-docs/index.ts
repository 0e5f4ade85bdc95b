export { apiDocsCalls } from './calls.ts'
export type { ApiExample } from './of-key.ts'
