import { useEffect, useRef, useState, type PointerEvent, type FocusEvent } from 'react'

/** Seconds a page may stay (specification: 10 to 120); 0 shows everything at once. */
export const EVERY = [0, 10, 15, 20, 30, 45, 60, 90, 120] as const
export type Every = (typeof EVERY)[number]
export const isEvery = (value: unknown): value is Every => EVERY.some((one) => one === value)

/** A mouse that was left lying on a wall's screen must not stop it for ever. */
const RESTS_MS = 30_000

/**
 * Which of `count` pages is shown, one after the other every so many seconds. It waits while
 * the pointer or the focus is in it, while the window cannot be seen, and while it is
 * paused. A step by hand restarts the time.
 */
export function useRotation(count: number, every: Every) {
  const [place, setPlace] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [unseen, setUnseen] = useState(() => document.hidden)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const at = count > 0 ? place % count : 0
  const paused = stopped || pointed || focused || unseen
  const running = every > 0 && count > 1 && !paused

  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setPlace(at + 1), every * 1000)
    return () => clearTimeout(timer)
  }, [running, every, at])
  useEffect(() => {
    const changed = () => setUnseen(document.hidden)
    document.addEventListener('visibilitychange', changed)
    return () => {
      document.removeEventListener('visibilitychange', changed)
      clearTimeout(rest.current)
    }
  }, [])

  const gone = () => {
    clearTimeout(rest.current)
    setPointed(false)
  }
  const here = (event: PointerEvent) => {
    // A finger does not hover.
    if (event.pointerType === 'touch') return
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setPointed(false), RESTS_MS)
    setPointed(true)
  }
  return {
    at,
    paused,
    stopped,
    step: (by: 1 | -1) => setPlace((at + by + count) % Math.max(1, count)),
    hold: setStopped,
    /** For the element that shows the pages. */
    watch: {
      onPointerEnter: here,
      onPointerMove: here,
      onPointerLeave: gone,
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
      },
    },
  }
}
