import pg from 'pg'
import type { FieldType } from '#contracts/insight/online-reports.ts'

/** A statement with `$1` … in place of `${name}`, and the names in that order. */
export interface Bound {
  text: string
  names: string[]
  /** How often a name is used: as many parameters the parsed statement must have. */
  uses: number
}

const NAME = /\$\{([A-Za-z]\w{0,31})\}/g

export function bound(statement: string): Bound {
  const names: string[] = []
  let uses = 0
  const text = statement
    .trim()
    .replace(/;$/, '')
    .replace(NAME, (_, name: string) => {
      uses++
      if (!names.includes(name)) names.push(name)
      return `$${names.indexOf(name) + 1}`
    })
  return { text, names, uses }
}

/** Cells as text, each within a length: whatever a statement answers, it stays small. */
const CELL_MAX = 4_000

export function cellText(name: string, type: FieldType): string {
  const column = `report.${pg.escapeIdentifier(name)}`
  const shown =
    type === 'Datetime'
      ? `to_char(${column}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
      : `left(${column}::text, ${CELL_MAX})`
  return `${shown} as ${pg.escapeIdentifier(name)}`
}

/** The statement as a table of that name; a comment at its end ends with its line. */
export const asTable = (text: string): string => `from (\n${text}\n) as report`

const KINDS: Readonly<Record<number, FieldType>> = {
  16: 'Boolean',
  20: 'Integer',
  21: 'Integer',
  23: 'Integer',
  700: 'BigDecimal',
  701: 'BigDecimal',
  1700: 'BigDecimal',
  1082: 'Date',
  1114: 'Datetime',
  1184: 'Datetime',
}
export const kindOf = (oid: number): FieldType => KINDS[oid] ?? 'String'
