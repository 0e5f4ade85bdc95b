import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { queryTracks } from './query.ts'
import type { Failure } from './query.ts'
import { addRecent } from '../search/recent.ts'

export type Tracks = {
  /** Null until the first answer for these numbers. Kept, dimmed, while asking again. */
  items: PublicTrackItem[] | null
  /** When `items` came. */
  at: number
  loading: boolean
  failure: Failure | null
  refresh: () => void
}

type Known = Omit<Tracks, 'refresh'>

/**
 * Asks for the numbers and asks again: by hand, when the network is back, when the wait is over.
 */
export function useTracks(numbers: readonly string[], lang: Lang): Tracks {
  const [known, setKnown] = useState<Known>({ items: null, at: 0, loading: true, failure: null })
  const [round, setRound] = useState(0)
  const requested = useRef('')
  const refresh = useCallback(() => setRound((last) => last + 1), [])
  const key = numbers.join()

  useEffect(() => {
    if (key === '') return
    const call = new AbortController()
    const same = requested.current === key
    requested.current = key
    setKnown((last) => ({
      ...last,
      items: same ? last.items : null,
      loading: true,
      failure: same ? last.failure : null,
    }))
    const list = key.split(',')
    queryTracks(list, lang, call.signal).then(
      (answer) => {
        if (call.signal.aborted) return
        if ('failure' in answer)
          return setKnown((last) => ({ ...last, loading: false, failure: answer.failure }))
        addRecent(list)
        setKnown({ items: answer.items, at: Date.now(), loading: false, failure: null })
      },
      () => undefined,
    )
    return () => call.abort()
  }, [key, lang, round])

  const { failure } = known
  useEffect(() => {
    if (failure?.kind === 'offline') {
      addEventListener('online', refresh)
      return () => removeEventListener('online', refresh)
    }
    if (failure?.kind !== 'busy') return
    const timer = setTimeout(refresh, failure.waitSeconds * 1000)
    return () => clearTimeout(timer)
  }, [failure, refresh])

  return { ...known, refresh }
}
