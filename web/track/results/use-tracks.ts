import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Lang, Envelope } from '#contracts/kit/envelope.ts'
import type { PublicTrackItem, TrackResult } from '#contracts/tracking/public-tracking.ts'
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

export type Failure =
  | { kind: 'offline' }
  | { kind: 'busy'; waitSeconds: number }
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; requestId: string | null }

export type Answer = { items: PublicTrackItem[] } | { failure: Failure }

const BASE: string = import.meta.env.VITE_API_BASE ?? '/boot'
const WAIT_WHEN_UNSAID = 30
const GIVE_UP_MS = 30_000

/**
 * Asks for numbers; never throws, except when `signal` is aborted. Every number
 * asked for gets an item, in the order asked.
 */
export async function queryTracks(
  numbers: readonly string[],
  lang: Lang,
  signal: AbortSignal,
): Promise<Answer> {
  let response: Response
  let body: Partial<Envelope<TrackResult | null>> | null
  // Not AbortSignal.any(): phones of 2023 lack it.
  const call = new AbortController()
  const stop = (): void => call.abort()
  signal.addEventListener('abort', stop)
  const tooLong = setTimeout(stop, GIVE_UP_MS)
  try {
    const query = new URLSearchParams({ nos: numbers.join(','), lang, _t: String(Date.now()) })
    response = await fetch(`${BASE}/track/query?${query}`, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: call.signal,
    })
    body = await response.json().catch(() => null)
  } catch (error) {
    if (signal.aborted) throw error
    return { failure: { kind: 'offline' } }
  } finally {
    clearTimeout(tooLong)
    signal.removeEventListener('abort', stop)
  }
  const code = response.ok ? (body?.code ?? 500) : response.status
  if (code === 429 || code === 503)
    return { failure: { kind: 'busy', waitSeconds: waitOf(response.headers.get('retry-after')) } }
  if (response.ok && body?.success && Array.isArray(body.result?.items))
    return { items: inOrder(numbers, body.result.items) }
  if (code < 500 && body?.message) return { failure: { kind: 'refused', message: body.message } }
  return {
    failure: { kind: 'broken', requestId: body?.requestId ?? response.headers.get('x-request-id') },
  }
}

/** Retry-After in seconds, from either of its two forms; at least 1. */
export function waitOf(header: string | null, now = Date.now()): number {
  const seconds =
    header && /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header ?? '') - now) / 1000
  return Number.isNaN(seconds) ? WAIT_WHEN_UNSAID : Math.max(1, Math.ceil(seconds))
}

function inOrder(numbers: readonly string[], items: readonly PublicTrackItem[]): PublicTrackItem[] {
  const byNo = new Map(items.map((item) => [item.no.toUpperCase(), item]))
  return numbers.map((no) => byNo.get(no.toUpperCase()) ?? { no, found: false, events: [] })
}
