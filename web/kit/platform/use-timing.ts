import { useEffect, useState, useSyncExternalStore } from 'react'

/** True once `on` has lasted 200 ms: quick answers must not flash a skeleton. */
export function useDelayedFlag(on: boolean, ms = 200): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [on, ms])
  return on && late
}

/** The value after it has been unchanged for `ms`. */
export function useDebouncedValue<V>(value: V, ms = 300): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/**
 * Up to 1087.99 px the menu is a drawer, up to 767.99 px lists are cards (specification §4).
 * Written this way round: Chromium counts 1088 among `max-width: 1087.99px`.
 */
export const useMobile = (): boolean => useMedia('(width < 1088px)')
export const usePhone = (): boolean => useMedia('(width < 768px)')
/** Too narrow for what is drawn with a pointer next to its properties. */
export const useBelowDesk = (): boolean => useMedia('(width < 1024px)')
/** The system's setting "reduce motion". */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')

// Asked by every component on every draw: the browser's answer is cached, it changes by itself.
const media = new Map<string, MediaQueryList>()
function mediaOf(query: string): MediaQueryList {
  const known = media.get(query) ?? window.matchMedia(query)
  media.set(query, known)
  return known
}
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = mediaOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => mediaOf(query).matches,
  )
}
