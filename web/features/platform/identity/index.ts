export { CodeField, isReceiver } from './code-field.tsx'
export { problemOf } from './form-problem.ts'
export { forTenant, requestedTenant } from './tenant.ts'
export { useSignInOptions } from './use-sign-in-options.ts'
