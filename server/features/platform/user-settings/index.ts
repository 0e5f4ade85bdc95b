export { userSettingCalls } from './calls.ts'
