import { useState, type RefObject } from 'react'
import { scrollToRow } from './scroll-to-row.ts'
import type { Identified } from '../list/use-selection.ts'
import { useKeys } from '../platform/use-keys.ts'

export interface ActiveRow {
  at: number
  set(at: number): void
}

/** The row the keyboard is on: j/k or arrows move, Enter opens, Space selects. */
export function useActiveRow<R extends Identified>(
  rows: readonly R[],
  scroller: RefObject<HTMLElement | null>,
  options: { enabled: boolean; onOpen?: (row: R) => void; onSelect?: (row: R) => void },
): ActiveRow {
  const [at, setAt] = useState(-1)
  const inside = at < rows.length ? at : -1
  const move = (step: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, inside < 0 ? 0 : inside + step))
    const row = rows[next]
    if (!row) return
    setAt(next)
    const show = () => {
      const line = scroller.current?.querySelector<HTMLElement>(
        `tr[data-row-key="${CSS.escape(row.id)}"]`,
      )
      line?.focus({ preventScroll: true })
      line?.scrollIntoView({ block: 'nearest' })
      return line != null
    }
    if (show() || !scroller.current) return
    scrollToRow(scroller.current, next)
    requestAnimationFrame(() => requestAnimationFrame(show))
  }
  const onActive = (act: ((row: R) => void) | undefined) => () => {
    const row = rows[inside]
    if (row) act?.(row)
  }
  useKeys(
    {
      j: () => move(1),
      ArrowDown: () => move(1),
      k: () => move(-1),
      ArrowUp: () => move(-1),
      Enter: onActive(options.onOpen),
      ' ': onActive(options.onSelect),
    },
    // Rows that come later must not put these keys on top of a drawer that is open by then.
    { enabled: options.enabled },
  )
  return { at: inside, set: setAt }
}
