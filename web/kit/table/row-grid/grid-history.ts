import { useRef } from 'react'
import type { Line } from '../../form/lines/lines.ts'
import type { Cell } from './grid-types.ts'

interface Step<L extends Line> {
  rows: readonly L[]
  at: Cell
}
export interface GridHistory<L extends Line> {
  /** Before a change; `joined` to the change before, as letters of one word are. */
  note: (before: Step<L>, after: readonly L[], joined: boolean) => void
  /** Rows that were given to the grid: a step where it did not make them. */
  outside: (before: Step<L>, rows: readonly L[]) => void
  undo: (now: Step<L>) => Step<L> | null
  redo: (now: Step<L>) => Step<L> | null
}
const STEPS_MAX = 100

/** Screens hand the grid's own rows back, some of them as a copy of the list. */
const sameRows = <L extends Line>(a: readonly L[] | null, b: readonly L[]): boolean =>
  a === b || (a?.length === b.length && b.every((line, at) => line === a[at]))

/** Changes that can be taken back, as long as only the grid changed the rows. */
export function useGridHistory<L extends Line>(): GridHistory<L> {
  const state = useRef<{ past: Step<L>[]; future: Step<L>[]; known: readonly L[] | null }>({
    past: [],
    future: [],
    known: null,
  })
  const own = (rows: readonly L[]) => {
    if (sameRows(state.current.known, rows)) return true
    state.current = { past: [], future: [], known: rows }
    return false
  }
  const turn = (from: 'past' | 'future', to: 'past' | 'future', now: Step<L>): Step<L> | null => {
    if (!own(now.rows)) return null
    const step = state.current[from].pop()
    if (!step) return null
    state.current[to].push(now)
    state.current.known = step.rows
    return step
  }
  const note: GridHistory<L>['note'] = (before, after, joined) => {
    const followed = own(before.rows)
    if (!joined || !followed) state.current.past.push(before)
    if (state.current.past.length > STEPS_MAX) state.current.past.shift()
    state.current.future = []
    state.current.known = after
  }
  return {
    note,
    outside: (before, rows) => {
      if (!sameRows(before.rows, rows) && !sameRows(state.current.known, rows))
        note(before, rows, false)
    },
    undo: (now) => turn('past', 'future', now),
    redo: (now) => turn('future', 'past', now),
  }
}
