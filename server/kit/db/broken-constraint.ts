import { failConflict, failFields, Refusal } from '../runtime/errors.ts'
import { pgErrorKind } from './pg-error.ts'

/** What was being written when the database refused. Columns by their camelCase names. */
export interface Written {
  table: string
  /** The field a column is filled in by; null where no field does. */
  field: (column: string) => string | null
  value: (column: string) => unknown
  /** Columns that got another value. */
  changed: readonly string[]
  /** How far rows are known apart by a column; by default less by a reference. */
  telling?: (column: string) => number
}

/**
 * Turns what a constraint refused into a refusal of the field it is about: a duplicate, a
 * reference that is not there, an empty field that must not be, a value a check refuses. Anything
 * else is thrown on.
 */
export function refuseBroken(error: unknown, of: Written): never {
  const kind = pgErrorKind(error)
  const path = fieldOf(error, of)
  const name = path?.name ?? ''
  if (kind === 'unique') {
    if (!path) failConflict('row.duplicate')
    failFields([
      { path: name, code: 'field.duplicate', data: { value: String(of.value(path.column) ?? '') } },
    ])
  }
  if (kind === 'foreignKey') {
    // Refused by another table's reference: this row is in use.
    if (!path || (error as { table?: string }).table !== of.table)
      throw new Refusal('row.referenced')
    failFields([{ path: name, code: 'field.ref' }])
  }
  if (kind === 'notNull' && path) failFields([{ path: name, code: 'field.required' }])
  if (kind === 'check' || kind === 'badValue') {
    if (path) failFields([{ path: name, code: 'field.invalid' }])
    throw new Refusal('row.invalid')
  }
  throw error
}

/**
 * Of the constraint's columns one that is a field: one that was changed before the others, one by
 * which rows are known apart before one that is chosen from few.
 */
function fieldOf(error: unknown, of: Written): { name: string; column: string } | null {
  const fields = constraintColumns(error, of.table).flatMap((column) => {
    const name = of.field(column)
    return name === null ? [] : [{ name, column }]
  })
  const changed = fields.filter(({ column }) => of.changed.includes(column))
  const telling = of.telling ?? ((column: string) => (column.endsWith('Id') ? 0 : 1))
  return (
    (changed.length > 0 ? changed : fields)
      .toSorted((a, b) => telling(a.column) - telling(b.column))
      .at(-1) ?? null
  )
}

const SYSTEM = new Set(['tenantId', 'id'])

/**
 * The columns of the constraint that was broken, as PostgreSQL names them: in the detail of a key
 * (`Key (tenant_id, lower(code))=(1, a) …`, the names come before any value, in every language),
 * as the column of a missing value, in the name of a check on one column (`supplier_term_check`).
 */
function constraintColumns(error: unknown, table: string): string[] {
  if (!(error instanceof Error)) return []
  const { detail, column, constraint } = error as {
    detail?: string
    column?: string
    constraint?: string
  }
  const [before = '', value] = (detail ?? '').split(')=(', 2)
  const key = value === undefined ? undefined : before.slice(before.indexOf('(') + 1)
  const check =
    constraint?.startsWith(`${table}_`) && constraint.endsWith('_check')
      ? constraint.slice(table.length + 1, -'_check'.length)
      : undefined
  const names = column ?? key ?? check ?? ''
  // Of an expression its columns alone: no texts, types and functions.
  const plain = names.replace(/'[^']*'|::\w+|(?<!\w)\w+(?=\()/g, ' ')
  return [...plain.matchAll(/[a-z_][a-z0-9_]*/g)]
    .map(([name]) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
    .filter((name) => !SYSTEM.has(name))
}
