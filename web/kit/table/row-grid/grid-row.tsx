import { memo, type CSSProperties, type ReactNode } from 'react'
import type { Line } from '../../form/lines/lines.ts'
import type { LineIssues } from './grid-issues.ts'
import { textOf, type GridColumn } from './grid-types.ts'

interface GridRowProps<L extends Line> {
  line: L | undefined
  row: number
  top: number
  /** The columns drawn, from this one on. */
  columns: readonly GridColumn<L>[]
  from: number
  template: string
  issues: LineIssues
  warnings: LineIssues
  label: string | undefined
  /** The selected columns of this row; -1 for none. */
  left: number
  right: number
  cellId: string
}

/** Behind the row's number and what is left of the columns drawn. */
export const FIRST: CSSProperties = { gridColumnStart: 3 }

/** One row; drawn again only when its line, its refusals or its part of the selection change. */
export const GridRow = memo(function GridRow<L extends Line>({
  line,
  row,
  top,
  columns,
  from,
  template,
  issues,
  warnings,
  label,
  left,
  right,
  cellId,
}: GridRowProps<L>) {
  const style: CSSProperties = {
    gridTemplateColumns: template,
    transform: `translateY(${top}px)`,
  }
  return (
    <div role="row" aria-rowindex={row + 2} className="py-grid-row" style={style}>
      <span role="rowheader" className="py-grid-number" data-row={row}>
        {line ? (label ?? row + 1) : '+'}
      </span>
      {columns.map((column, at) => {
        const col = from + at
        const text = textOf(line, column.key)
        const issue = issues[column.key]
        const warning = issue === undefined ? warnings[column.key] : undefined
        const shown = column.choices?.find(({ value }) => value === text)?.label ?? text
        return (
          <span
            key={column.key}
            id={`${cellId}-${row}-${col}`}
            role="gridcell"
            aria-colindex={col + 2}
            style={at === 0 ? FIRST : undefined}
            aria-selected={col >= left && col <= right}
            aria-readonly={column.readOnly || undefined}
            aria-invalid={issue !== undefined || undefined}
            data-warning={warning !== undefined || undefined}
            data-row={row}
            data-col={col}
            data-numeric={column.numeric || undefined}
            title={issue ?? warning ?? (shown.length > 12 ? shown : undefined)}
          >
            {shown}
          </span>
        )
      })}
    </div>
  )
}) as <L extends Line>(props: GridRowProps<L>) => ReactNode
