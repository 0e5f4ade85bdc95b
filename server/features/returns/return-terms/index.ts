export { returnTermCalls } from './calls.ts'
export { decideAction, ruleWords } from './decide-action.ts'
export { returnConfigHooks, returnRuleHooks } from './term-hooks.ts'
export { rulesOf, termsOf, type ReturnTerms } from './terms.ts'
