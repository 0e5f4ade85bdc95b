export { permissionCalls } from './calls.ts'
