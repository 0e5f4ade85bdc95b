import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for as long as the piece stands, doing what the last one given does: for what is called by a press or a
 * key, so that what carries it need not be drawn anew. Not for what is called while drawing.
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
