export { CodeField, isReceiver } from './code-field.tsx'
export { problemOf } from './problem.ts'
export { forTenant, wantedTenant } from './tenant.ts'
