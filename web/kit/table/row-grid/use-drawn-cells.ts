import { useEffect, useState } from 'react'
import { ROW_PX } from './grid-types.ts'

/** Rows by which what is drawn moves on, and that are drawn above and below those in sight. */
const STEP = 8
/** The same to the left and right of the columns in sight. */
const STEP_COLS = 6

export interface DrawnCells {
  first: number
  last: number
  from: number
  to: number
  scrolled: (box: { scrollTop: number; scrollLeft: number }) => void
}

/**
 * The rows and columns to draw: those in sight and some around them. All rows are equally high and
 * the widths are known, so nothing is measured. `lefts`: where each column begins; `shown`: the
 * grid's height.
 */
export function useDrawnCells(count: number, lefts: readonly number[], shown: number): DrawnCells {
  const [first, setFirst] = useState(0)
  const [from, setFrom] = useState(0)
  // No grid is wider than the window.
  const [view, setView] = useState(() => window.innerWidth)
  useEffect(() => {
    const resized = () => setView(window.innerWidth)
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  const start = Math.min(from, Math.max(0, lefts.length - 1))
  const edge = (lefts[Math.min(start + 2 * STEP_COLS, lefts.length - 1)] ?? 0) + view
  const beyond = lefts.findIndex((left) => left > edge)
  return {
    first,
    last: Math.min(count, first + Math.ceil(shown / ROW_PX) + 3 * STEP),
    from: start,
    to: beyond === -1 ? lefts.length : beyond,
    scrolled: ({ scrollTop, scrollLeft }) => {
      setFirst(stepBefore(Math.floor(scrollTop / ROW_PX), STEP))
      const col = lefts.findLastIndex((left) => left <= scrollLeft)
      setFrom(stepBefore(Math.max(0, col), STEP_COLS))
    },
  }
}

/** The last whole step before a place, and one more. */
const stepBefore = (at: number, step: number): number =>
  Math.max(0, Math.floor(at / step) * step - step)
