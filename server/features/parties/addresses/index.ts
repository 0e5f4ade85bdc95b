export { addressCalls } from './calls.ts'
export { addressCheck } from './address-check.ts'
export { isPhone } from './phones.ts'
export { recognize } from './recognize.ts'
