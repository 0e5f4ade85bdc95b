import { useEffect, useEffectEvent, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { Line } from '../../form/lines/lines.ts'
import { useStableCallback } from '../../platform/use-stable-callback.ts'
import { useT } from '../../text/i18n.ts'
import { GridEditor } from './grid-editor.tsx'
import { byRow, nextIssue, NO_ISSUES, useGridIssues, withoutIssues } from './grid-issues.ts'
import { commandOf, type Command } from './grid-keys.ts'
import { FIRST, GridRow } from './grid-row.tsx'
import { GridStatus, GridTools } from './grid-tools.tsx'
import { GUTTER_PX, HEAD_PX, ROW_PX, type Cell, type RowGridProps } from './grid-types.ts'
import { useDrawnCells } from './use-drawn-cells.ts'
import { useRowGrid } from './use-row-grid.ts'
import './row-grid.css'

/** Two borders and the bar of a wide grid. */
const EDGES_PX = 14

/**
 * Rows of short texts as in a spreadsheet: typed over, pasted from Excel, repeated, filled down,
 * taken back, all by keyboard; what is wrong is shown in its cell. Only cells in sight are drawn.
 */
export function RowGrid<L extends Line>(props: RowGridProps<L>) {
  const { id, label, columns, rows, height = 420, fixedRows = false, disabled = false } = props
  const { rowLabel } = props
  const t = useT('row-grid')
  const issues = useGridIssues(props)
  const warnings = useMemo(() => byRow(props.warnings ?? {}, undefined), [props.warnings])
  const grid = useRowGrid(props, issues)
  const { at, range, column } = grid
  const scroller = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const times = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(false)

  const lefts = useMemo(() => {
    let sum = 0
    return columns.map(({ width }) => (sum += width) - width)
  }, [columns])
  const width = GUTTER_PX + columns.reduce((sum, one) => sum + one.width, 0)
  const shown = Math.min(height, HEAD_PX + grid.count * ROW_PX + EDGES_PX)
  const left = lefts[at.col] ?? 0

  const { first, last, from, to, scrolled, moved } = useDrawnCells(grid.count, lefts, shown)
  const drawn = useMemo(() => columns.slice(from, to), [columns, from, to])
  // What is left of the columns drawn is one empty track.
  const template = useMemo(
    () => [GUTTER_PX, lefts[from] ?? 0, ...drawn.map((one) => one.width)].join('px ') + 'px',
    [lefts, from, drawn],
  )
  const placed = useRef(at)
  useEffect(() => {
    if (placed.current.row === at.row && placed.current.col === at.col) return
    placed.current = at
    const box = scroller.current
    if (!box) return
    const top = at.row * ROW_PX
    const bottom = HEAD_PX + top + ROW_PX + EDGES_PX
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + shown) box.scrollTop = bottom - shown
    const cellRight = GUTTER_PX + left + (column?.width ?? 0)
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (cellRight > box.scrollLeft + box.clientWidth)
      box.scrollLeft = cellRight - box.clientWidth
    moved(box)
  })

  const refused = Object.keys(props.issues ?? {}).length
  const before = useRef(0)
  const showFirst = useEffectEvent(() => {
    const first = nextIssue(issues, columns, { row: -1, col: -1 })
    if (first) grid.go(first)
  })
  useEffect(() => {
    if (props.showsRefusals && refused > before.current) showFirst()
    before.current = refused
  }, [props.showsRefusals, refused])

  const focus = () => field.current?.focus({ preventScroll: true })
  const run = useStableCallback((command: Command) => {
    grid.run(command)
    focus()
  })
  const repeat = useStableCallback((count: number) => {
    grid.repeat(count)
    focus()
  })
  const change = useStableCallback(grid.change)
  const { tools } = props
  const more = useMemo(() => tools?.(change), [tools, change])
  const cellOf = (event: MouseEvent): { cell: Cell; whole: boolean } | null => {
    const place = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (!place) return null
    const col = place.dataset.col
    return { cell: { row: Number(place.dataset.row), col: Number(col ?? 0) }, whole: !col }
  }
  const press = (event: MouseEvent) => {
    const found = event.button === 0 ? cellOf(event) : null
    if (!found) return
    // The focus stays in the field over the active cell.
    event.preventDefault()
    const again = found.cell.row === at.row && found.cell.col === at.col
    if (found.whole) {
      grid.go({ ...found.cell, col: 0 }, event.shiftKey)
      grid.go({ ...found.cell, col: columns.length - 1 }, true)
    } else if (!grid.editing || !again) grid.go(found.cell, event.shiftKey)
    focus()
  }
  const drag = (event: MouseEvent) => {
    const found = event.buttons === 1 ? cellOf(event) : null
    if (!found) return
    const col = found.whole ? columns.length - 1 : found.cell.col
    if (found.cell.row !== at.row || col !== at.col) grid.go({ ...found.cell, col }, true)
  }

  const issue = column && issues.get(at.row)?.[column.key]
  const wrong = useMemo(
    () => [...issues.values()].reduce((sum, line) => sum + Object.keys(line).length, 0),
    [issues],
  )
  const doubts = useMemo(() => withoutIssues(warnings, issues), [warnings, issues])
  const doubtful = useMemo(
    () => [...doubts.values()].reduce((sum, line) => sum + Object.keys(line).length, 0),
    [doubts],
  )
  const showDoubt = () => {
    const next = nextIssue(doubts, columns, at)
    if (next) grid.go(next)
    focus()
  }
  const { note } = grid
  const shownIssue = issue ?? (column && doubts.get(at.row)?.[column.key])
  const status = note
    ? t(note.key, { count: note.count, max: props.max })
    : column && shownIssue
      ? t('cell.issue', { row: at.row + 1, column: column.title, issue: shownIssue })
      : ''
  return (
    <div className="py-grid" data-active={active || undefined}>
      {!disabled && (
        <GridTools
          label={label}
          fixedRows={fixedRows}
          times={times}
          run={run}
          more={more}
          repeat={repeat}
        />
      )}
      <div
        ref={scroller}
        className="py-grid-scroll"
        style={{ height: shown }}
        onFocus={() => setActive(true)}
        onBlur={() => {
          setActive(false)
          grid.leave()
        }}
        onScroll={(event) => scrolled(event.currentTarget)}
        onMouseDown={press}
        onMouseMove={drag}
        onDoubleClick={(event) => {
          if (cellOf(event)?.whole === false) grid.edit()
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.target !== field.current) return
          const page = Math.max(1, Math.floor((shown - HEAD_PX) / ROW_PX) - 1)
          const command = commandOf(event, grid.mode, page)
          if (!command) return
          if (command.do === 'repeat') times.current?.focus()
          else if (!grid.run(command)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onCopy={(event) => {
          if (grid.editing) return
          event.clipboardData.setData('text/plain', grid.copied(false))
          event.preventDefault()
        }}
        onCut={(event) => {
          if (grid.editing) return
          event.clipboardData.setData('text/plain', grid.copied(!disabled))
          event.preventDefault()
        }}
        onPaste={(event) => {
          if (grid.editing) return
          event.preventDefault()
          grid.paste(event.clipboardData.getData('text'))
        }}
      >
        <div className="py-grid-canvas" style={{ width, height: HEAD_PX + grid.count * ROW_PX }}>
          <div
            role="grid"
            aria-label={label}
            aria-rowcount={grid.count + 1}
            aria-colcount={columns.length + 1}
            aria-multiselectable
            aria-readonly={disabled || undefined}
          >
            <div
              role="row"
              aria-rowindex={1}
              className="py-grid-head"
              style={{ gridTemplateColumns: template }}
            >
              <span role="columnheader" className="py-grid-number">
                <span className="py-hidden">{t('number')}</span>
              </span>
              {drawn.map((one, at) => (
                <span
                  key={one.key}
                  role="columnheader"
                  aria-colindex={from + at + 2}
                  style={at === 0 ? FIRST : undefined}
                  data-numeric={one.numeric || undefined}
                  title={one.title}
                >
                  {one.title}
                  {one.required && <span aria-hidden> *</span>}
                </span>
              ))}
            </div>
            {Array.from({ length: Math.max(0, last - first) }, (_, place) => {
              const index = first + place
              const selected = index >= range.top && index <= range.bottom
              return (
                <GridRow
                  key={index}
                  line={rows[index]}
                  row={index}
                  top={HEAD_PX + index * ROW_PX}
                  columns={drawn}
                  from={from}
                  template={template}
                  issues={issues.get(index) ?? NO_ISSUES}
                  warnings={warnings.get(index) ?? NO_ISSUES}
                  label={rows[index] && rowLabel?.(rows[index])}
                  left={selected ? range.left : -1}
                  right={selected ? range.right : -1}
                  cellId={id}
                />
              )
            })}
          </div>
          <GridEditor
            id={id}
            grid={grid}
            line={rows[at.row]}
            issue={issue}
            left={left}
            field={field}
            disabled={disabled}
          />
        </div>
      </div>
      <GridStatus
        id={id}
        rows={rows.length}
        wrong={wrong}
        doubtful={doubtful}
        text={status}
        onNext={() => run({ do: 'nextIssue' })}
        onNextDoubt={showDoubt}
      />
      {!disabled && <p className="py-grid-help py-desk-only">{t('help')}</p>}
    </div>
  )
}
