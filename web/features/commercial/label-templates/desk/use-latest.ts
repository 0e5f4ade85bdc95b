import { useEffect, useState } from 'react'
import { ApiError, call, type Callable } from '../../../../kit/http/api.ts'

export interface Latest<I, O> {
  data: O | null
  /** What the answer is of. */
  of: I | null
  error: ApiError | null
  /** A newer answer is on its way. */
  waiting: boolean
}

/**
 * Asks once an input has rested for `ms`. An input that comes meanwhile ends the call before it, so
 * no older answer takes the place of a newer one; the last answer stays until then.
 */
export function useLatest<I, O>(
  endpoint: Callable<I, O>,
  input: I | null,
  ms: number,
): Latest<I, O> {
  const [found, setFound] = useState<Omit<Latest<I, O>, 'waiting'>>({
    data: null,
    of: null,
    error: null,
  })
  const [asked, setAsked] = useState<I | null>(null)
  useEffect(() => {
    if (input === null) return
    const gone = new AbortController()
    const timer = setTimeout(() => {
      call(endpoint, input, { signal: gone.signal, quiet: true }).then(
        (data) => {
          if (gone.signal.aborted) return
          setFound({ data, of: input, error: null })
          setAsked(input)
        },
        (error: unknown) => {
          if (gone.signal.aborted || !(error instanceof ApiError)) return
          setFound((before) => ({ ...before, error }))
          setAsked(input)
        },
      )
    }, ms)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [endpoint, input, ms])
  return { ...found, waiting: input !== null && input !== asked }
}
