import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for as long as the component is mounted, doing what the last one given does: for
 * what is called by a press or a
 * key, so that its components need not render again. Not for what is called while rendering.
 */
export function useStableCallback<A extends readonly unknown[], R>(
  act: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
