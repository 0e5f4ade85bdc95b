import { startTransition, useRef, useState } from 'react'
import type { Line } from '../../form/lines/lines.ts'
import { gridOf } from '../../form/lines/paste-cells.ts'
import {
  changeCells,
  choicesFor,
  cleanText,
  clearCells,
  copyText,
  fillDown,
  fillRight,
  insertRow,
  moveRows,
  pasteInto,
  removeRows,
  repeatRows,
  sameLine,
  withText,
  type Pasted,
} from './grid-edit.ts'
import { useGridHistory } from './grid-history.ts'
import { nextIssue, type LineIssues } from './grid-issues.ts'
import type { Command, Mode } from './grid-keys.ts'
import {
  rangeOf,
  textOf,
  type Cell,
  type ChangeCells,
  type Editing,
  type GridChoice,
  type GridColumn,
  type GridNote,
  type Range,
  type RowGridProps,
} from './grid-types.ts'

export interface GridModel<L extends Line> {
  at: Cell
  range: Range
  /** Rows drawn: those there are and, at the end, one to begin a new row in. */
  count: number
  editing: Editing | null
  mode: Mode
  choices: readonly GridChoice[]
  note: GridNote | null
  column: GridColumn<L> | undefined
  go: (to: Cell, extend?: boolean) => void
  run: (command: Command) => boolean
  type: (text: string) => void
  edit: () => void
  choose: (value: string) => void
  leave: () => void
  copied: (cut: boolean) => string
  paste: (text: string) => void
  repeat: (times: number) => void
  change: ChangeCells<L>
}

const clampTo = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))
const ORIGIN = { at: { row: 0, col: 0 }, from: { row: 0, col: 0 } }

/** Selection, entry and changes of a row grid; what is drawn follows from it. */
export function useRowGrid<L extends Line>(
  props: RowGridProps<L>,
  issues: ReadonlyMap<number, LineIssues>,
): GridModel<L> {
  const { columns, rows, onChange, blank, copy = sameLine, max } = props
  const { fixedRows = false, disabled = false } = props
  const count = rows.length + (fixedRows || disabled || rows.length >= max ? 0 : 1)
  const shape = { columns, blank, max, fixedRows }
  const clamp = ({ row, col }: Cell): Cell => ({
    row: clampTo(row, count),
    col: clampTo(col, columns.length),
  })
  /** `edited`: the cell an entry was made in, where leaving it led to `at`. */
  const [selection, select] = useState<{ at: Cell; from: Cell; edited?: Cell | null }>(ORIGIN)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [note, setNote] = useState<GridNote | null>(null)
  const history = useGridHistory<L>()
  /** Rows as this grid last made them: two changes may come before the form draws again. */
  const [current, drawn] = [useRef(rows), useRef(rows)]
  if (props.undoesOutside) history.outside({ rows: current.current, at: ORIGIN.at }, rows)
  if (drawn.current !== rows) current.current = drawn.current = rows

  const at = clamp(selection.at)
  const range = rangeOf(at, clamp(selection.from))
  const column = columns[at.col]
  const filtered = editing && column?.choices ? choicesFor(column.choices, editing) : []

  const put = (next: readonly L[], joined = false) => {
    const before = current.current
    if (disabled || next === before) return
    history.note({ rows: before, at }, next, joined)
    current.current = next
    onChange(next)
  }
  const go = (to: Cell, extend = false) => {
    // A row just begun is in the rows, and the next one is not drawn yet.
    const row = clampTo(to.row, Math.max(count, current.current.length))
    const next = { row, col: clampTo(to.col, columns.length) }
    select((now) => ({ at: next, from: extend ? now.from : next, edited: editing ? at : null }))
  }
  const write = (text: string): boolean => {
    if (!column) return false
    const line = current.current[at.row]
    if (!line && text === '') return false
    const changed = withText(line ?? blank(), column, text)
    if (changed === line) return false
    put(current.current.toSpliced(at.row, 1, changed), editing?.wrote)
    return true
  }
  const leave = () => {
    if (!editing || !column) return
    setEditing(null)
    write(cleanText(column, editing.text))
  }
  const begin = (text: string, over: boolean) => {
    setNote(null)
    if (disabled || !column) return
    if (column.readOnly) return setNote({ key: 'note.readOnly', count: 0 })
    const before = textOf(current.current[at.row], column.key)
    const started = { before, text: over ? text : before }
    const shown = column.choices ? choicesFor(column.choices, started) : []
    const pick = over
      ? Math.min(0, shown.length - 1)
      : shown.findIndex(({ value }) => value === before)
    setEditing({ ...started, over, pick, wrote: over && write(text) })
  }
  const choose = (value: string) => {
    setEditing(null)
    write(value)
  }
  const taken = ({ rows: next, range: changed, left }: Pasted<L>, done: GridNote) => {
    // Many cells: drawn in slices, so that the next key is not kept waiting.
    startTransition(() => {
      put(next)
      select({
        from: { row: changed.bottom, col: changed.right },
        at: { row: changed.top, col: changed.left },
      })
      setNote(left > 0 ? { key: 'note.left', count: left } : done)
    })
  }

  const accept = () => {
    const picked = editing && editing.pick >= 0 ? filtered[editing.pick] : undefined
    // An emptied field empties the cell, whatever the list still offers.
    if (picked && editing?.text !== '') choose(picked.value)
    else leave()
  }
  const step = (back: typeof history.undo) => {
    const to = back({ rows: current.current, at })
    if (!to) return
    current.current = to.rows
    onChange(to.rows)
    select({ at: to.at, from: to.at })
  }
  const run = (command: Command): boolean => {
    setNote(null)
    switch (command.do) {
      case 'move':
        accept()
        go({ row: at.row + command.rows, col: at.col + command.cols }, command.extend)
        return true
      case 'wrap': {
        const place = at.row * columns.length + at.col + command.by
        accept()
        const end = Math.max(count, current.current.length)
        if (place < 0 || place >= end * columns.length) return false
        go({ row: Math.floor(place / columns.length), col: place % columns.length })
        return true
      }
      case 'pick':
        setEditing(
          (now) => now && { ...now, pick: clampTo(now.pick + command.by, filtered.length) },
        )
        return true
      case 'cancel':
        if (editing) {
          setEditing(null)
          if (editing.wrote) step(history.undo)
          return true
        }
        if (range.top === range.bottom && range.left === range.right) return false
        go(at)
        return true
      case 'edit':
        begin('', false)
        return true
      case 'select':
        select({
          from: {
            row: command.what === 'row' ? range.top : 0,
            col: command.what === 'column' ? range.left : 0,
          },
          at: {
            row: command.what === 'row' ? range.bottom : Math.max(0, rows.length - 1),
            col: command.what === 'column' ? range.right : columns.length - 1,
          },
        })
        return true
      case 'clear':
        put(clearCells(shape, current.current, range))
        return true
      case 'fillDown': {
        const began = range.bottom >= current.current.length && !fixedRows
        const all = began ? [...current.current, blank()] : current.current
        put(all.length > 1 ? fillDown(shape, all, range) : current.current)
        return true
      }
      case 'fillRight':
        put(fillRight(shape, current.current, range))
        return true
      case 'insert':
        if (!fixedRows) put(insertRow(shape, current.current, at.row))
        return true
      case 'remove':
        if (fixedRows || range.top >= current.current.length) return true
        put(removeRows(current.current, range))
        setNote({
          key: 'note.removed',
          count: Math.min(range.bottom + 1, current.current.length + 1) - range.top,
        })
        go({ row: range.top, col: at.col })
        return true
      case 'moveLines': {
        const moved = fixedRows ? current.current : moveRows(current.current, range, command.by)
        if (moved === current.current) return true
        put(moved)
        select((now) => ({
          at: { ...at, row: at.row + command.by },
          from: { ...now.from, row: now.from.row + command.by },
        }))
        return true
      }
      case 'undo':
        step(history.undo)
        return true
      case 'redo':
        step(history.redo)
        return true
      case 'nextIssue': {
        const next = nextIssue(issues, columns, selection.edited ?? at)
        if (next) go(next)
        return true
      }
      case 'repeat':
        return false
    }
  }
  return {
    at,
    range,
    count,
    editing,
    mode: editing ? (column?.choices ? 'choosing' : editing.over ? 'typing' : 'editing') : 'cell',
    choices: filtered,
    note,
    column,
    go: (to, extend) => {
      leave()
      setNote(null)
      go(to, extend)
    },
    run,
    type: (text) => {
      if (!editing) return begin(text, true)
      const wrote = write(text) || editing.wrote
      setEditing({ ...editing, text, wrote, pick: text === '' ? -1 : 0 })
    },
    edit: () => begin('', false),
    choose,
    leave,
    copied: (cut) => {
      const text = copyText(columns, current.current, range)
      if (cut) put(clearCells(shape, current.current, range))
      return text
    },
    paste: (text) => {
      if (disabled) return
      const pasted = pasteInto(shape, current.current, range, gridOf(text))
      taken(pasted, { key: 'note.pasted', count: pasted.range.bottom - pasted.range.top + 1 })
    },
    change: (text) => {
      const single = range.top === range.bottom && range.left === range.right
      const whole = { top: 0, bottom: rows.length - 1, left: 0, right: columns.length - 1 }
      startTransition(() => put(changeCells(shape, current.current, single ? whole : range, text)))
    },
    repeat: (times) => {
      if (fixedRows || range.top >= current.current.length) return
      const before = current.current.length
      const repeated = repeatRows(shape, current.current, range, times, copy)
      const added = repeated.rows.length - before
      taken(
        { ...repeated, range: { ...repeated.range, left: range.left, right: range.right } },
        { key: 'note.repeated', count: added },
      )
    },
  }
}
