/** Operators of the dictionary `rule_conditions` (wire.md §5.3); raw SQL rules are not offered. */
export const RULE_OPS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'IN',
  'LIKE',
  'LEFT_LIKE',
  'RIGHT_LIKE',
] as const
export type RuleOp = (typeof RULE_OPS)[number]

/**
 * What a rule's value may stand for: the caller's sign-in name, name, current department, all
 * departments, today, now.
 */
export const RULE_VARIABLES = [
  'sys_user_code',
  'sys_user_name',
  'sys_org_code',
  'sys_multi_org_code',
  'sys_date',
  'sys_time',
] as const
export type RuleVariable = (typeof RULE_VARIABLES)[number]
