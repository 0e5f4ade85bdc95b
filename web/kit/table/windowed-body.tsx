import {
  observeElementRect,
  useVirtualizer,
  type Rect,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { startTransition, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { provideScrollToRow } from './scroll-to-row.ts'
import { uiSettings } from '../session/ui-settings.ts'

const ROW_PX = { comfortable: 37, compact: 30 } as const
/** Rows above and below those in sight. */
const BEYOND = 12

/** Only the rows in sight are in the document: a thousand plain ones hang a page for seconds. */
export default function WindowedBody({
  rows,
  scroller,
  line,
}: {
  rows: number
  scroller: RefObject<HTMLDivElement | null>
  line: (at: number) => ReactNode
}) {
  // Those out of sight come later, also when a page that was hidden comes back: laying out rows is
  // most of that.
  const [beyond, setBeyond] = useState(false)
  useEffect(() => {
    startTransition(() => setBeyond(true))
    return () => setBeyond(false)
  }, [])
  const known = useRef<Rect | null>(null)
  const windowed = useVirtualizer({
    count: rows,
    observeElementRect: (virtual: Virtualizer<HTMLDivElement, HTMLTableRowElement>, seen) =>
      watchSize(virtual, known, seen),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX[uiSettings().density],
    overscan: beyond ? BEYOND : 0,
  })
  useEffect(
    () =>
      scroller.current
        ? provideScrollToRow(scroller.current, (at) =>
            windowed.scrollToIndex(at, { align: 'center' }),
          )
        : undefined,
    [scroller, windowed],
  )
  const seen = windowed.getVirtualItems()
  const [first, last] = [seen[0], seen.at(-1)]
  return (
    <tbody>
      {first && first.start > 0 && <tr aria-hidden style={{ height: first.start }} />}
      {seen.map(({ index }) => line(index))}
      {last && <tr aria-hidden style={{ height: windowed.getTotalSize() - last.end }} />}
    </tbody>
  )
}

/**
 * Measured at once only the first time: to measure a page that comes back would lay it out in the
 * middle of that. The observer measures after it was laid out.
 */
function watchSize(
  virtual: Virtualizer<HTMLDivElement, HTMLTableRowElement>,
  known: RefObject<Rect | null>,
  seen: (rect: Rect) => void,
): (() => void) | undefined {
  const note = (rect: Rect) => {
    if (rect.height > 0) known.current = rect
    seen(rect)
  }
  const box = virtual.scrollElement
  if (!known.current || !box || typeof ResizeObserver === 'undefined')
    return observeElementRect(virtual, note)
  seen(known.current)
  const sizes = new ResizeObserver(([entry]) => {
    const [size] = entry?.borderBoxSize ?? []
    if (size) note({ width: Math.round(size.inlineSize), height: Math.round(size.blockSize) })
  })
  sizes.observe(box, { box: 'border-box' })
  return () => sizes.disconnect()
}
