export { serviceChoiceCalls } from './calls.ts'
export { choiceHooks } from './choice-hooks.ts'
