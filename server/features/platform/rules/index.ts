export { checkRuleHooks } from './check-rules.ts'
export { formIssues, keepRules } from './keep-rules.ts'
export { fillRuleHooks } from './fill-rules.ts'
export { ruleCalls } from './calls.ts'
