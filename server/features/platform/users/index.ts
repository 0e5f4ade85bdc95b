export {
  isOpenTo,
  openDepots,
  openServices,
  servicesInSight,
} from './sub-accounts/sub-account-choices.ts'
export {
  capIssue,
  isAllowed,
  leftOf,
  limitsOf,
  type SpendCap,
  type SubLimits,
} from './sub-accounts/sub-limits.ts'
export { userCalls } from './calls.ts'
export { userHooks } from './user-rows.ts'
