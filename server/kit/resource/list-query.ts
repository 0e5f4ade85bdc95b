import { isId } from '#contracts/kit/envelope.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isRanged, type ListQuery } from '#contracts/kit/page.ts'
import { datetime, type Field, type Fields } from '#contracts/kit/field.ts'
import { MAX_DECIMALS } from '#contracts/kit/money.ts'
import { columnOf } from '#contracts/kit/entity.ts'
import { parseDecimal } from '#contracts/kit/units.ts'
import { failFields } from '../http/errors.ts'
import { likeText } from '../access/data-rules.ts'
import { toDatabase } from '../access/to-database.ts'

/** Columns come from the definition only: a name from a browser is looked up, never quoted. */
export type ColumnMap = (field: string) => RawBuilder<unknown>

/**
 * The filters of a list query as bound conditions (wire.md §2: value operators, ranges, lists,
 * super query).
 */
export function conditions(
  fields: Fields,
  query: ListQuery,
  column: ColumnMap,
): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = []
  for (const { name, spec, among: amongKey, ranged } of filtersOf(fields)) {
    const plain = query[name]
    if (typeof plain === 'string' && plain !== '') {
      const own = byValue(name, spec, plain, column(name))
      const twin = fields[`${name}En`]
      // A name is found in either language.
      found.push(
        twin && !plain.startsWith('!')
          ? sql<SqlBool>`(${own} or ${byValue(name, spec, plain, column(`${name}En`))})`
          : own,
      )
    }
    const list = query[amongKey]
    if (typeof list === 'string' && list !== '')
      found.push(among(name, spec, list.split(','), column(name)))
    if (ranged) found.push(...between(name, spec, query, column))
  }
  // Every row has it, named among the fields or not.
  if (!fields.createTime?.filter) found.push(...between('createTime', MADE, query, column))
  const extra = superQuery(fields, query, column)
  if (extra) found.push(extra)
  if (query.selections)
    found.push(sql<SqlBool>`${column('id')} = any(${ids(query.selections)}::bigint[])`)
  return found
}

interface Filter {
  name: string
  spec: Field
  among: string
  ranged: boolean
}
const filters = new WeakMap<Fields, readonly Filter[]>()
/** The fields of a definition that filter, with the keys a query names them by. */
function filtersOf(fields: Fields): readonly Filter[] {
  let known = filters.get(fields)
  if (!known)
    filters.set(
      fields,
      (known = Object.entries(fields)
        .filter(([, spec]) => spec.filter)
        .map(([name, spec]) => ({
          name,
          spec,
          among: `${name}_MultiString`,
          ranged: isRanged(spec),
        }))),
    )
  return known
}

const MADE = datetime({ filter: 'range' })
function between(
  name: string,
  spec: Field,
  query: ListQuery,
  column: ColumnMap,
): RawBuilder<SqlBool>[] {
  const [begin, end] = [query[`${name}_begin`], query[`${name}_end`]]
  return [
    ...(typeof begin === 'string' && begin !== ''
      ? [sql<SqlBool>`${column(name)} >= ${bound(name, spec, begin, '00:00:00')}`]
      : []),
    ...(typeof end === 'string' && end !== ''
      ? [sql<SqlBool>`${column(name)} <= ${bound(name, spec, end, '23:59:59.999')}`]
      : []),
  ]
}

/** A day means its first or last moment; a bare day column compares as it is. */
function bound(name: string, spec: Field, value: string, time: string): unknown {
  if (spec.type === 'datetime' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value}T${time}Z`
  return converted(name, spec, value)
}

/** Evaluation order of the family: operator and space, `*`, comma, `!`, else equality. */
function byValue(
  name: string,
  spec: Field,
  value: string,
  column: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const operator = /^(>=|<=|>|<) ?(?=\S)(.+)$/.exec(value)
  if (operator && isRanged(spec))
    return compare(operator[1]!, column, converted(name, spec, operator[2]!))
  const isText = spec.type === 'text' || spec.type === 'textarea'
  if (isText) {
    if (value.length > 2 && value.startsWith('*') && value.endsWith('*'))
      return sql<SqlBool>`${column} ilike ${`%${likeText(value.slice(1, -1))}%`}`
    if (value.length > 1 && value.startsWith('*'))
      return sql<SqlBool>`${column} ilike ${`%${likeText(value.slice(1))}`}`
    if (value.length > 1 && value.endsWith('*'))
      return sql<SqlBool>`${column} like ${`${likeText(value.slice(0, -1))}%`}`
  }
  if (value.includes(',')) return among(name, spec, value.split(','), column)
  if (value.startsWith('!') && value.length > 1)
    return sql<SqlBool>`${column} is distinct from ${converted(name, spec, value.slice(1))}`
  if (isText && spec.filter === 'like')
    return sql<SqlBool>`${column} ilike ${`%${likeText(value)}%`}`
  if (isText && spec.filter === 'prefix')
    return sql<SqlBool>`${column} like ${`${likeText(value)}%`}`
  return sql<SqlBool>`${column} = ${converted(name, spec, value)}`
}

function among(
  name: string,
  spec: Field,
  values: string[],
  column: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const list = values.map((value) => value.trim()).filter(Boolean)
  if (list.length > 1000) failFields([{ path: name, code: 'field.tooMany', data: { max: 1000 } }])
  if (list.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`${column} in (${sql.join(list.map((value) => sql`${converted(name, spec, value)}`))})`
}

function compare(
  operator: string,
  column: RawBuilder<unknown>,
  value: unknown,
): RawBuilder<SqlBool> {
  switch (operator) {
    case '>=':
      return sql<SqlBool>`${column} >= ${value}`
    case '<=':
      return sql<SqlBool>`${column} <= ${value}`
    case '>':
      return sql<SqlBool>`${column} > ${value}`
    default:
      return sql<SqlBool>`${column} < ${value}`
  }
}

function converted(name: string, spec: Field, value: string): unknown {
  const result = spec.type === 'money' ? amount(value) : toDatabase(spec, value, null)
  if (result === undefined) failFields([{ path: name, code: `field.${spec.type}` }])
  return result
}

/** Amounts are compared as `comparableColumns` gives them: currency units times 10,000. */
const amount = (value: string): string | undefined =>
  parseDecimal(value, MAX_DECIMALS, { signed: true })?.toString()

function ids(list: string): string[] {
  const found = list.split(',').filter(Boolean)
  if (found.some((id) => !isId(id))) failFields([{ path: 'selections', code: 'field.ref' }])
  return found
}

const RULES: Record<string, string> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  IN: 'in',
  LIKE: 'like',
  LEFT_LIKE: 'left_like',
  RIGHT_LIKE: 'right_like',
}

/**
 * `superQueryParams`: a JSON array, URI-encoded once more by the client; incomplete items are
 * skipped.
 */
function superQuery(
  fields: Fields,
  query: ListQuery,
  column: ColumnMap,
): RawBuilder<SqlBool> | null {
  if (!query.superQueryParams) return null
  const items = decoded(query.superQueryParams)
  const parts: RawBuilder<SqlBool>[] = []
  for (const item of items.slice(0, 20)) {
    const spec =
      typeof item.field === 'string' && Object.hasOwn(fields, item.field)
        ? fields[item.field]
        : undefined
    if (typeof item.field === 'string' && item.field !== '' && !spec)
      failFields([{ path: item.field, code: 'filter.unknown' }])
    if (
      !spec ||
      typeof item.rule !== 'string' ||
      (typeof item.val !== 'string' && typeof item.val !== 'number')
    )
      continue
    const part = byRule(
      RULES[item.rule] ?? item.rule,
      String(item.field),
      spec,
      String(item.val),
      column(String(item.field)),
    )
    if (part) parts.push(part)
  }
  if (parts.length === 0) return null
  return sql<SqlBool>`(${sql.join(parts, query.superQueryMatchType === 'or' ? sql` or ` : sql` and `)})`
}

function byRule(
  rule: string,
  name: string,
  spec: Field,
  value: string,
  column: RawBuilder<unknown>,
): RawBuilder<SqlBool> | null {
  const text = sql`${column}::text`
  if (spec.type === 'money' && rule.endsWith('like'))
    failFields([{ path: name, code: 'field.invalid' }])
  switch (rule) {
    case 'eq':
      return sql<SqlBool>`${column} = ${converted(name, spec, value)}`
    case 'ne':
      return sql<SqlBool>`${column} is distinct from ${converted(name, spec, value)}`
    case 'gt':
      return compare('>', column, converted(name, spec, value))
    case 'ge':
      return compare('>=', column, converted(name, spec, value))
    case 'lt':
      return compare('<', column, converted(name, spec, value))
    case 'le':
      return compare('<=', column, converted(name, spec, value))
    case 'in':
      return among(name, spec, value.split(','), column)
    case 'like':
      return sql<SqlBool>`${text} ilike ${`%${likeText(value)}%`}`
    case 'left_like':
      return sql<SqlBool>`${text} ilike ${`%${likeText(value)}`}`
    case 'right_like':
      return sql<SqlBool>`${text} like ${`${likeText(value)}%`}`
    default:
      return null
  }
}

interface SuperItem {
  field?: unknown
  rule?: unknown
  val?: unknown
}
function decoded(text: string): SuperItem[] {
  try {
    const once: unknown = JSON.parse(
      text.trimStart().startsWith('[') ? text : decodeURIComponent(text),
    )
    return Array.isArray(once)
      ? once.filter((item): item is SuperItem => typeof item === 'object' && item !== null)
      : []
  } catch {
    failFields([{ path: 'superQueryParams', code: 'field.invalid' }])
  }
}

/** Columns of a definition on an alias, plus the system ones. */
export function columnsOn(alias: string, fields: Fields): ColumnMap {
  const system: Record<string, string> = {
    id: 'id',
    createTime: 'create_time',
    updateTime: 'update_time',
    createBy: 'create_by',
    updateBy: 'update_by',
    version: 'version',
  }
  return (name) => {
    const spec = fields[name]
    const column = spec ? columnOf(name, spec) : system[name]
    if (!column) throw new Error(`no column for ${name}`)
    return sql.ref(`${alias}.${column}`)
  }
}
