import { useMemo } from 'react'
import type { Line } from '../../form/lines/lines.ts'
import { useT, type T } from '../../text/i18n.ts'
import { textOf, type Cell, type GridColumn } from './grid-types.ts'

/** What is wrong in one line, by column. */
export type LineIssues = Readonly<Record<string, string>>
export const NO_ISSUES: LineIssues = {}

function issueIn<L extends Line>(column: GridColumn<L>, line: L, t: T): string | undefined {
  const text = textOf(line, column.key)
  if (text === '') return column.required ? t('issue.required') : undefined
  if (column.numeric && !/^\d+(\.\d+)?$/.test(text)) return t('issue.number')
  if (column.choices && !column.choices.some(({ value }) => value === text))
    return t('issue.choice')
  if (column.max !== undefined && text.length > column.max)
    return t('issue.long', { max: column.max, length: text.length })
  return column.check?.(text, line)
}

function issuesIn<L extends Line>(columns: readonly GridColumn<L>[], line: L, t: T): LineIssues {
  // A line that is still empty misses nothing.
  if (columns.every(({ key, readOnly }) => readOnly || textOf(line, key) === '')) return NO_ISSUES
  const found = columns.flatMap((column) => {
    const issue = column.readOnly ? undefined : issueIn(column, line, t)
    return issue === undefined ? [] : [[column.key, issue] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : NO_ISSUES
}

/** Refusals of the server, or warnings, by row; the same object per row while they are the same. */
export function byRow(
  issues: Readonly<Record<string, string>>,
  path: string | undefined,
): ReadonlyMap<number, LineIssues> {
  const found = new Map<number, Record<string, string>>()
  const before = path === undefined ? '' : `${path}.`
  for (const [at, issue] of Object.entries(issues)) {
    if (!at.startsWith(before)) continue
    const [row, key] = at.slice(before.length).split('.')
    if (!/^\d+$/.test(row ?? '') || key === undefined) continue
    const line = found.get(Number(row)) ?? {}
    line[key] = issue
    found.set(Number(row), line)
  }
  return found
}

const NONE: Readonly<Record<string, string>> = {}
/** What is wrong in each row; a line is looked at once while it is the same line. */
export function useGridIssues<L extends Line>({
  columns,
  rows,
  issues = NONE,
  path,
}: {
  columns: readonly GridColumn<L>[]
  rows: readonly L[]
  issues?: Readonly<Record<string, string>> | undefined
  path?: string | undefined
}): ReadonlyMap<number, LineIssues> {
  const t = useT('row-grid')
  const refusals = useMemo(() => byRow(issues, path), [issues, path])
  const seen = useMemo(() => ({ columns, t, of: new WeakMap<L, LineIssues>() }), [columns, t])
  const merged = useMemo(() => ({ refusals, of: new WeakMap<L, LineIssues>() }), [refusals])
  return useMemo(() => {
    const found = new Map<number, LineIssues>()
    rows.forEach((line, row) => {
      let own = seen.of.get(line)
      if (!own) seen.of.set(line, (own = issuesIn(seen.columns, line, seen.t)))
      const theirs = merged.refusals.get(row)
      if (theirs) {
        let both = merged.of.get(line)
        if (!both) merged.of.set(line, (both = { ...theirs, ...own }))
        found.set(row, both)
      } else if (own !== NO_ISSUES) found.set(row, own)
    })
    return found
  }, [rows, seen, merged])
}

/** Warnings of cells that have nothing wrong: those are what is left to look at. */
export function withoutIssues(
  warnings: ReadonlyMap<number, LineIssues>,
  issues: ReadonlyMap<number, LineIssues>,
): ReadonlyMap<number, LineIssues> {
  const left = new Map<number, LineIssues>()
  for (const [row, line] of warnings) {
    const wrong = issues.get(row) ?? NO_ISSUES
    const open = Object.entries(line).filter(([key]) => wrong[key] === undefined)
    if (open.length > 0) left.set(row, Object.fromEntries(open))
  }
  return left
}

/** The next cell with something wrong, from the beginning again after the last. */
export function nextIssue<L extends Line>(
  issues: ReadonlyMap<number, LineIssues>,
  columns: readonly GridColumn<L>[],
  at: Cell,
): Cell | undefined {
  const places = [...issues]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([row, line]) =>
      columns.flatMap(({ key }, col) => (line[key] === undefined ? [] : [{ row, col }])),
    )
  const behind = ({ row, col }: Cell) => row > at.row || (row === at.row && col > at.col)
  return places.find(behind) ?? places[0]
}
