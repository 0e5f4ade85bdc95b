import { startTransition, useEffect, useRef, useState } from 'react'
import { ROW_PX } from './grid-types.ts'

/** Rows by which what is drawn moves on, and that are drawn above and below those in sight. */
const STEP = 4
/** The same to the left and right of the columns in sight. */
const STEP_COLS = 3

export interface DrawnCells {
  first: number
  last: number
  from: number
  to: number
  scrolled: (box: Place) => void
  /** Scrolled by a key: the cells that come into sight are drawn when there is time. */
  moved: (box: Place) => void
}
interface Place {
  scrollTop: number
  scrollLeft: number
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
  const known = useRef<Place | null>(null)
  const draw = ({ scrollTop, scrollLeft }: Place) => {
    setFirst(stepBefore(Math.floor(scrollTop / ROW_PX), STEP))
    const col = lefts.findLastIndex((left) => left <= scrollLeft)
    setFrom(stepBefore(Math.max(0, col), STEP_COLS))
  }
  return {
    first,
    last: Math.min(count, first + Math.ceil(shown / ROW_PX) + 3 * STEP),
    from: start,
    to: beyond === -1 ? lefts.length : beyond,
    scrolled: (box) => {
      // The browser reports what a key has moved, too.
      const { scrollTop, scrollLeft } = known.current ?? {}
      known.current = null
      if (scrollTop !== box.scrollTop || scrollLeft !== box.scrollLeft) draw(box)
    },
    moved: (box) => {
      known.current = { scrollTop: box.scrollTop, scrollLeft: box.scrollLeft }
      startTransition(() => draw(box))
    },
  }
}

/** The last whole step before a place, and one more. */
const stepBefore = (at: number, step: number): number =>
  Math.max(0, Math.floor(at / step) * step - step)
