import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DataRule, Principal } from './ctx.ts'

/** Operators of the dictionary `rule_conditions` (wire.md §5.3); raw SQL rules are not offered. */
export const RULE_OPS = ['=', '!=', '>', '>=', '<', '<=', 'IN', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE'] as const

const variables: Record<string, (who: Principal) => string> = {
  sys_user_code: (who) => who.username,
  sys_user_name: (who) => who.realname,
  sys_org_code: (who) => who.orgCode ?? '',
  sys_date: () => new Date().toISOString().slice(0, 10),
  sys_time: () => new Date().toISOString(),
}

/** `#{sys_user_code}` and the like, replaced by the caller's own; an unknown variable matches nothing. */
export function ruleValue(value: string, who: Principal): string | null {
  const name = /^#\{(\w+)\}$/.exec(value.trim())?.[1]
  if (!name) return value
  return variables[name]?.(who) ?? null
}

/** Escapes LIKE's own signs so that a value is only ever text. */
export function likeText(value: string): string {
  return value.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/**
 * One condition as bound SQL. The column was checked against the table when the rule was saved; a rule that no
 * longer fits (unknown operator, variable) denies instead of opening.
 */
export function ruleCondition(rule: DataRule, alias: string, who: Principal): RawBuilder<SqlBool> {
  const value = ruleValue(rule.value, who)
  if (value === null || !/^[a-z][a-z0-9_]*$/.test(rule.field)) return sql<SqlBool>`false`
  const column = sql.ref(`${alias}.${rule.field}`)
  const text = sql`${column}::text`
  switch (rule.op) {
    case '=': return sql<SqlBool>`${text} = ${value}`
    case '!=': return sql<SqlBool>`${text} is distinct from ${value}`
    case '>': return sql<SqlBool>`${column} > ${value}`
    case '>=': return sql<SqlBool>`${column} >= ${value}`
    case '<': return sql<SqlBool>`${column} < ${value}`
    case '<=': return sql<SqlBool>`${column} <= ${value}`
    case 'IN': return sql<SqlBool>`${text} = any(${value.split(',').map((part) => part.trim())}::text[])`
    case 'LIKE': return sql<SqlBool>`${text} like ${`%${likeText(value)}%`}`
    case 'LEFT_LIKE': return sql<SqlBool>`${text} like ${`%${likeText(value)}`}`
    case 'RIGHT_LIKE': return sql<SqlBool>`${text} like ${`${likeText(value)}%`}`
    default: return sql<SqlBool>`false`
  }
}
