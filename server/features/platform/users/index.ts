export { openDepots, openServices } from './sub-account-choices.ts'
export {
  capIssue,
  isAllowed,
  leftOf,
  limitsOf,
  type SpendCap,
  type SubLimits,
} from './sub-limits.ts'
export { userCalls } from './calls.ts'
