import { Input } from 'antd'
import { fieldId } from './field-labels.ts'
import type { SetField } from './form-field.tsx'
import { cellsOf, plainNumber } from './paste-grid.ts'

interface GridCellProps {
  path: string
  label: string
  value: string
  set: SetField
  issue?: string | undefined
  max: number
  /** Digits: right-aligned, and brought into the wire's form when the cell is left. */
  numeric?: boolean
  width?: string
  onPasteCells: (cells: string[][]) => void
  /** Another reading of what was typed (`30×20×10`); true where it was taken. */
  onLeave?: (value: string) => boolean
}

/** One cell of the parcel or the contents grid. */
export function GridCell({
  path,
  label,
  value,
  set,
  issue,
  max,
  numeric = false,
  width,
  onPasteCells,
  onLeave,
}: GridCellProps) {
  return (
    <label
      className="order-cell"
      data-numeric={numeric || undefined}
      style={width ? { flex: width } : undefined}
    >
      <span>{label}</span>
      <Input
        id={fieldId(path)}
        value={value}
        maxLength={max}
        autoComplete="off"
        title={issue}
        aria-invalid={issue !== undefined}
        {...(issue ? { status: 'error' as const } : {})}
        {...(numeric ? { inputMode: 'decimal' as const } : {})}
        onChange={(event) => set(path, event.target.value)}
        onBlur={() => {
          if (onLeave?.(value)) return
          const plain = numeric ? plainNumber(value) : value
          if (plain !== value) set(path, plain)
        }}
        onPaste={(event) => {
          const cells = cellsOf(event.clipboardData.getData('text'))
          if (!cells) return
          event.preventDefault()
          onPasteCells(cells)
        }}
      />
    </label>
  )
}
