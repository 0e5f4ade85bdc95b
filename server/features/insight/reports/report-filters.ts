import pg from 'pg'
import type { FieldType } from '#contracts/insight/online-reports.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import type { Bound } from './report-text.ts'
import type { Item, Report } from './report-row.ts'

/** What follows `from (…) as report`, its values after those of the statement's own parameters. */
export interface Asked {
  where: string
  order: string
  values: unknown[]
}
type Query = Readonly<Record<string, unknown>>

const CASTS: Readonly<Record<FieldType, string>> = {
  String: 'text',
  Integer: 'numeric',
  BigDecimal: 'numeric',
  Date: 'date',
  Datetime: 'timestamptz',
  Boolean: 'bool',
}
const FORMS: Readonly<Record<FieldType, RegExp>> = {
  String: /^[^\0]*$/,
  Integer: /^-?\d{1,18}$/,
  BigDecimal: /^-?\d{1,18}(?:\.\d{1,10})?$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  Datetime: /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?$/,
  Boolean: /^(?:true|false)$/,
}

/** The query fields of a report as bound conditions; a value that does not fit is refused. */
export function askedOf(report: Report, statement: Bound, query: Query): Asked {
  const issues: RawIssue[] = []
  const values = paramValues(report, statement, query, issues)
  const conditions: string[] = []
  const bind = (value: string, cast: string) => `$${values.push(value)}::${cast}`
  for (const item of report.items.filter(({ isSearch }) => isSearch)) {
    const { fieldName: name, searchMode } = item
    if (searchMode === 'group')
      for (const [end, sign] of [
        ['begin', '>='],
        ['end', '<='],
      ] as const) {
        const value = textOf(query, `${name}_${end}`, item.fieldType, issues)
        if (value) conditions.push(`${column(name)} ${sign} ${bind(value, CASTS[item.fieldType])}`)
      }
    else {
      const value = textOf(query, name, item.fieldType, issues)
      if (value) conditions.push(single(item, value, bind))
    }
  }
  const chosen = textOf(query, 'selections', 'String', issues)
  if (chosen && report.items.some(({ fieldName }) => fieldName === 'id'))
    conditions.push(
      `${column('id')}::text in (${chosen
        .split(',')
        .map((id) => bind(id, 'text'))
        .join(', ')})`,
    )
  const order = orderOf(report, query, issues)
  if (issues.length > 0) failFields(issues)
  return {
    where: conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '',
    order,
    values,
  }
}

const column = (name: string): string => `report.${pg.escapeIdentifier(name)}`

function single(item: Item, value: string, bind: (value: string, cast: string) => string): string {
  if (item.fieldType === 'String' && !item.dictCode && !item.refOf) {
    const words = value.replace(/^\*+|(?<!\*)\*+$/g, '')
    return `${column(item.fieldName)}::text ilike ${bind(`%${likeText(words)}%`, 'text')}`
  }
  return item.dictCode || item.refOf
    ? `${column(item.fieldName)}::text = ${bind(value, 'text')}`
    : `${column(item.fieldName)} = ${bind(value, CASTS[item.fieldType])}`
}

/** What is not given takes the parameter's own value. */
function paramValues(
  report: Report,
  { names }: Bound,
  query: Query,
  issues: RawIssue[],
): unknown[] {
  return names.map((name) => {
    const param = report.params.find(({ paramName }) => paramName === name)
    const given = textOf(query, name, 'String', issues) ?? param?.paramValue
    return given === undefined || given === '' ? null : given
  })
}

function orderOf(report: Report, query: Query, issues: RawIssue[]): string {
  const name = query.column
  if (name === undefined) return ''
  const sorted = report.items.find((item) => item.fieldName === name && item.isShow && item.isOrder)
  if (!sorted) {
    issues.push({ path: 'column', code: 'field.invalid' })
    return ''
  }
  const tie = report.items.some(({ fieldName }) => fieldName === 'id') ? `, ${column('id')}` : ''
  const way = query.order === 'asc' ? 'asc' : 'desc'
  return ` order by ${column(sorted.fieldName)} ${way} nulls last${tie}`
}

function textOf(
  query: Query,
  key: string,
  type: FieldType,
  issues: RawIssue[],
): string | undefined {
  const value = Object.hasOwn(query, key) ? query[key] : undefined
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && value.length <= 2_000 && FORMS[type].test(value)) return value
  issues.push({ path: key, code: 'field.invalid' })
  return undefined
}
