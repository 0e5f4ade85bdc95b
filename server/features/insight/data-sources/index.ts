export { dataSourceCalls } from './calls.ts'
export { sourceConnection } from './connect.ts'
export { dataSourceHooks } from './source-password.ts'
