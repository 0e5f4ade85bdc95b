import { useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useState, type ReactNode, type RefObject } from 'react'
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
  const windowed = useVirtualizer({
    count: rows,
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
