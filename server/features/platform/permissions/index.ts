export { permissionCalls } from './calls.ts'
export { packableTree } from './grants.ts'
export { changeOf } from './may-grant.ts'
