export { userSettingCalls } from './calls.ts'
export { storeFirstLang } from './own-lang.ts'
