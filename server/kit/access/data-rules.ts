import type { ErrorCode } from '../runtime/error-codes.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ruleField } from '#contracts/platform/access/data-rules.ts'
import {
  RULE_OPS,
  RULE_VARIABLES,
  type RuleOp,
  type RuleVariable,
} from '#contracts/platform/access/data-rules.texts.ts'
import type { Field } from '#contracts/kit/field.ts'
import { percentOf } from '#contracts/kit/percent.ts'
import { now } from '../runtime/clock.ts'
import type { DataRule, Principal } from './principal.ts'
import { toDatabase } from './to-database.ts'

export { RULE_OPS }

const variables: Record<RuleVariable, (principal: Principal) => string[]> = {
  sys_user_code: (principal) => [principal.username],
  sys_user_name: (principal) => [principal.realname],
  sys_org_code: (principal) => (principal.orgCode === null ? [] : [principal.orgCode]),
  sys_multi_org_code: (principal) => [...principal.orgCodes],
  sys_date: () => [new Date(now()).toISOString().slice(0, 10)],
  sys_time: () => [new Date(now()).toISOString()],
}
const variableIn = (value: string): string | null => /^#\{(\w+)\}$/.exec(value.trim())?.[1] ?? null
const isVariable = (name: string): name is RuleVariable =>
  RULE_VARIABLES.some((known) => known === name)

/**
 * The meaning of a rule's value: the text itself, or the caller's own for `#{sys_user_code}` and
 * the like. An unknown variable has no value.
 */
export function ruleValues(value: string, principal: Principal): string[] {
  const name = variableIn(value)
  if (name === null) return [value]
  return isVariable(name) ? variables[name](principal) : []
}

/** Escapes LIKE's own signs so that a value is only ever text. */
export function likeText(value: string): string {
  return value.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

const LIKES: readonly string[] = ['LIKE', 'LEFT_LIKE', 'RIGHT_LIKE']
const isText = (spec: Field) =>
  spec.type === 'text' || spec.type === 'textarea' || spec.type === 'dict'
const ordered = (spec: Field) => !['bool', 'ref', 'dict'].includes(spec.type)

/**
 * Why a rule cannot be saved, as an error code on a field; null for a good one. `USE_SQL_RULES` is
 * refused by name.
 */
export function ruleProblem(
  spec: Field,
  op: string,
  value: string,
): { path: 'ruleConditions' | 'ruleValue'; code: ErrorCode } | null {
  if (op === 'USE_SQL_RULES' || op === 'ext')
    return { path: 'ruleConditions', code: 'dataRule.sql' }
  if (!RULE_OPS.some((known) => known === op)) return { path: 'ruleConditions', code: 'field.dict' }
  if (LIKES.includes(op) && !isText(spec))
    return { path: 'ruleConditions', code: 'dataRule.onlyText' }
  if (['>', '>=', '<', '<='].includes(op) && !ordered(spec))
    return { path: 'ruleConditions', code: 'dataRule.notOrdered' }
  if (value.trim() === '') return { path: 'ruleValue', code: 'field.required' }
  const name = variableIn(value)
  if (name === null) {
    if (value.includes('#{')) return { path: 'ruleValue', code: 'dataRule.variable' }
    return listed(op, value).every((part) => compared(spec, part) !== null)
      ? null
      : { path: 'ruleValue', code: spec.percent ? 'field.percent' : `field.${spec.type}` }
  }
  if (!isVariable(name)) return { path: 'ruleValue', code: 'dataRule.variable' }
  const fits =
    name === 'sys_date' || name === 'sys_time'
      ? ['date', 'datetime'].includes(spec.type)
      : spec.type === 'text' &&
        (name !== 'sys_multi_org_code' || !['>', '>=', '<', '<='].includes(op))
  return fits ? null : { path: 'ruleValue', code: 'dataRule.variableFits' }
}

const listed = (op: string, value: string): string[] =>
  op === 'IN' ? value.split(',').map((part) => part.trim()) : [value]

/**
 * A value as the column holds it (grams, millimetres, ids …), or null where it does not fit. Text
 * is taken as it is, also when empty.
 */
function compared(spec: Field, value: string): string | number | boolean | null {
  if (isText(spec)) return value.includes('\0') ? null : value
  // As the screens show it: 12.5 is 12.5 %.
  const stored = spec.percent ? percentOf(value) : toDatabase(spec, value, null)
  return typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean'
    ? stored
    : null
}

/**
 * How a column is compared. Choices and ids in text columns go by their text, whatever the column's
 * type is.
 */
function castName(spec: Field): 'bigint' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | null {
  switch (spec.type) {
    case 'int':
    case 'weight':
    case 'length':
    case 'ref':
      return 'bigint'
    case 'decimal':
      return 'numeric'
    case 'bool':
      return 'boolean'
    case 'date':
      return 'date'
    case 'datetime':
      return 'timestamptz'
    default:
      return null
  }
}

const none = sql<SqlBool>`false`

/**
 * What a rule compares with, as its column holds it; null for one that no longer fits (column,
 * operator, value or variable) and so denies. A variable of several values (`sys_multi_org_code`)
 * means any of them.
 */
function comparedValues(
  rule: DataRule,
  principal: Principal,
): { spec: Field; values: (string | number | boolean)[] } | null {
  const spec = ruleField(rule.table, rule.field)
  if (!spec || (LIKES.includes(rule.op) && !isText(spec))) return null
  const values: (string | number | boolean)[] = []
  for (const value of variableIn(rule.value) === null
    ? listed(rule.op, rule.value)
    : ruleValues(rule.value, principal)) {
    const typed = compared(spec, value)
    if (typed === null) return null
    values.push(typed)
  }
  return values.length === 0 ? null : { spec, values }
}

/** A rule as the policies of the database compare it: `report.within` in migrations. */
export interface ComparedRule {
  column: string
  kind: 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'text'
  op: 'any' | 'none' | 'like' | '>' | '>=' | '<' | '<=' | 'never'
  values: string[]
}

/** One condition as plain values, for a place that cannot take bound SQL. */
export function comparedRule(rule: DataRule, principal: Principal): ComparedRule {
  const found = comparedValues(rule, principal)
  const never: ComparedRule = { column: rule.field, kind: 'text', op: 'never', values: [] }
  if (!found) return never
  const { spec } = found
  const cast = castName(spec)
  const kind = cast === 'bigint' ? 'numeric' : (cast ?? 'text')
  const values = found.values.map(String)
  const of = (op: ComparedRule['op'], compare = values): ComparedRule => ({
    column: rule.field,
    kind,
    op,
    values: compare,
  })
  switch (rule.op as RuleOp) {
    case '=':
    case 'IN':
      return of('any')
    case '!=':
      return of('none')
    case 'LIKE':
      return of(
        'like',
        values.map((value) => `%${likeText(value)}%`),
      )
    case 'LEFT_LIKE':
      return of(
        'like',
        values.map((value) => `%${likeText(value)}`),
      )
    case 'RIGHT_LIKE':
      return of(
        'like',
        values.map((value) => `${likeText(value)}%`),
      )
    default:
      return values.length === 1 && /^[<>]=?$/.test(rule.op)
        ? of(rule.op as ComparedRule['op'])
        : never
  }
}

/**
 * One condition as bound SQL. It was checked when it was saved; a rule that no longer fits denies
 * instead of opening.
 */
export function ruleCondition(
  rule: DataRule,
  alias: string,
  principal: Principal,
): RawBuilder<SqlBool> {
  const found = comparedValues(rule, principal)
  if (!found) return none
  const { spec, values } = found
  const [first] = values
  if (first === undefined) return none
  const name = castName(spec)
  const cast = name ? sql.raw(name) : null
  const column = cast
    ? sql.ref(`${alias}.${rule.field}`)
    : sql`${sql.ref(`${alias}.${rule.field}`)}::text`
  const one = cast ? sql`${first}::${cast}` : sql`${first}`
  const all = cast ? sql`${values}::${cast}[]` : sql`${values}::text[]`
  const like = (of: (value: string) => string) => {
    const patterns = values.map((value) => of(likeText(String(value))))
    return patterns.length === 1
      ? sql<SqlBool>`${column} like ${patterns[0]}`
      : sql<SqlBool>`${column} like any(${patterns}::text[])`
  }
  switch (rule.op as RuleOp) {
    case '=':
      return values.length === 1
        ? sql<SqlBool>`${column} = ${one}`
        : sql<SqlBool>`${column} = any(${all})`
    case '!=':
      return values.length === 1
        ? sql<SqlBool>`${column} is distinct from ${one}`
        : sql<SqlBool>`coalesce(${column} <> all(${all}), true)`
    case 'IN':
      return sql<SqlBool>`${column} = any(${all})`
    case 'LIKE':
      return like((value) => `%${value}%`)
    case 'LEFT_LIKE':
      return like((value) => `%${value}`)
    case 'RIGHT_LIKE':
      return like((value) => `${value}%`)
    case '>':
      return values.length === 1 ? sql<SqlBool>`${column} > ${one}` : none
    case '>=':
      return values.length === 1 ? sql<SqlBool>`${column} >= ${one}` : none
    case '<':
      return values.length === 1 ? sql<SqlBool>`${column} < ${one}` : none
    case '<=':
      return values.length === 1 ? sql<SqlBool>`${column} <= ${one}` : none
    default:
      return none
  }
}
