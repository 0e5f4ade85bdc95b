import { Input } from 'antd'
import { memo } from 'react'
import { cellsOf, plainDecimal } from './paste-cells.ts'
import { fieldId } from '../paths.ts'
import './line-cell.css'

export interface LineCellProps {
  form: string
  path: string
  label: string
  value: string
  issue: string | undefined
  max: number
  width: string
  /** Digits: right-aligned, and brought into the wire's form when the cell is left. */
  numeric?: boolean
  /** Marked: a line with entries is refused without it. */
  required?: boolean
  set: (path: string, value: string) => void
  onPasteCells: (path: string, cells: string[][]) => void
  /** Alt and an arrow move the line up or down. */
  onMove: (path: string, by: 1 | -1) => void
  /** Another reading of what was typed (`30×20×10`); true where it was taken. */
  onLeave?: (path: string, value: string) => boolean
  /** The id of a list of suggestions. */
  list?: string
}

/** One cell of a form's nested lines; drawn again only when its own value or refusal changes. */
export const LineCell = memo(function LineCell({
  form,
  path,
  label,
  value,
  issue,
  max,
  width,
  numeric = false,
  required = false,
  set,
  onPasteCells,
  onMove,
  onLeave,
  list,
}: LineCellProps) {
  return (
    <label className="py-line-cell" data-numeric={numeric || undefined} style={{ flex: width }}>
      <span data-required={required || undefined}>{label}</span>
      <Input
        id={fieldId(form, path)}
        value={value}
        maxLength={max}
        autoComplete="off"
        title={issue}
        aria-invalid={issue !== undefined}
        aria-required={required || undefined}
        {...(issue ? { status: 'error' as const } : {})}
        {...(list ? { list } : {})}
        {...(numeric ? { inputMode: 'decimal' as const } : {})}
        onChange={(event) => set(path, event.target.value)}
        onBlur={() => {
          if (onLeave?.(path, value)) return
          const plain = numeric ? plainDecimal(value) : value
          if (plain !== value) set(path, plain)
        }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
          if (!event.altKey || by === null) return
          event.preventDefault()
          onMove(path, by)
        }}
        onPaste={(event) => {
          const cells = cellsOf(event.clipboardData.getData('text'))
          if (!cells) return
          event.preventDefault()
          onPasteCells(path, cells)
        }}
      />
    </label>
  )
})
