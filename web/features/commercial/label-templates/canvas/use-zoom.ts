import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Size } from '../model/boxes.ts'

/** CSS pixels of a millimetre at 100 %. */
const FULL = 96 / 25.4
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6]
/** Room for rulers and margins, in pixels. */
export const RULER_PX = 22
const AROUND_PX = RULER_PX + 24

export interface Zoom {
  /** Pixels of a millimetre. */
  scale: number
  percent: number
  fits: boolean
  fit: () => void
  full: () => void
  step: (by: 1 | -1) => void
}

/** How large the label is drawn: as its frame has room for, or as chosen. */
export function useZoom(frame: RefObject<HTMLElement | null>, page: Size): Zoom {
  const [chosen, setChosen] = useState<number | null>(null)
  const [space, setSpace] = useState({ width: 600, height: 600 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSpace({ width, height })
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame])
  const fitting = Math.max(
    0.2,
    Math.min(
      (space.width - AROUND_PX) / page.width / FULL,
      (space.height - AROUND_PX) / page.height / FULL,
    ),
  )
  const now = chosen ?? fitting
  const step = (by: 1 | -1) =>
    setChosen(
      (by === 1
        ? STEPS.find((one) => one > now + 0.01)
        : STEPS.findLast((one) => one < now - 0.01)) ?? now,
    )
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const factor = Math.exp(-event.deltaY / 400)
      setChosen((before) => Math.max(0.2, Math.min(8, (before ?? fitting) * factor)))
    }
    // React's own listener could not keep the page from being zoomed.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame, fitting])
  return {
    scale: now * FULL,
    percent: Math.round(now * 100),
    fits: chosen === null,
    fit: () => setChosen(null),
    full: () => setChosen(1),
    step,
  }
}
