/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useRef, useState, useCallback } from 'preact/hooks'
import type { PublicLang, Envelope } from '#contracts/kit/envelope.ts'
import { CopyButton } from '../copy-button.tsx'
import { FailureNote, type Failure } from './failure-note.tsx'
import { Icon } from '../icons.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { resultPath } from '../paths.ts'
import { SearchPanel } from '../search/search-panel.tsx'
import { t } from '../texts.ts'
import { momentLabel } from './times.ts'
import type { PublicTrackItem, TrackResult } from '#contracts/tracking/public-tracking.ts'
import { addRecent } from '../search/recent.ts'

const UNFOLDED_UP_TO = 2
const SKELETONS = 6

type Props = {
  numbers: string[]
  lang: PublicLang
  show: (numbers: string[], text?: string) => void
  onFound?: (nos: string) => void
}

export function Results({ numbers, lang, show, onFound }: Props): VNode {
  const tracks = useTracks(numbers, lang)
  const heading = useRef<HTMLHeadingElement>(null)
  const [editing, setEditing] = useState(false)
  const [filter, setFilter] = useState<string | null>(null)
  const [original, setOriginal] = useState(true)
  // What is used after the first look at a result comes after it.
  const [later, setLater] = useState<typeof import('./later.ts') | null>(null)
  useEffect(() => {
    setEditing(false)
    setFilter(null)
    // The box that had the focus may be gone: reading goes on at the heading.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [numbers])

  const { items, failure, loading } = tracks
  const found = items
    ?.filter((item) => item.found)
    .map((item) => item.no)
    .join()
  useEffect(() => void (found && onFound?.(found)), [found, onFound])
  const isThere = items !== null
  const time = items ? momentLabel(tracks.at) : null
  useEffect(() => void (isThere && import('./later.ts').then(setLater)), [isThere])
  const chosen =
    filter === null ? items : items?.filter((item) => later?.filterKey(item) === filter)

  return (
    <div class="columns">
      <aside class={editing ? 'side editing' : 'side'}>
        <SearchPanel given={(history.state as string | null) ?? numbers.join('\n')} show={show} />
      </aside>
      <section class="found" aria-busy={loading}>
        <div class="bar">
          <h1 ref={heading} tabIndex={-1}>
            {t('results.heading', { count: numbers.length })}
          </h1>
          {time !== null && <p>{t('results.updated', { time })}</p>}
          <div class="tools">
            <button
              type="button"
              class="tool wide change"
              aria-expanded={editing}
              onClick={() => setEditing(!editing)}
            >
              <span>{t('search.again')}</span>
            </button>
            <button
              type="button"
              class={loading ? 'tool wide turning' : 'tool wide'}
              disabled={loading || failure?.kind === 'busy'}
              onClick={tracks.refresh}
            >
              <Icon name="refresh" />
              <span>{t('results.refresh')}</span>
            </button>
            <CopyButton
              wide
              icon="link"
              label={t('results.copyLink')}
              text={() => linkTo(numbers)}
            />
            <CopyButton
              wide
              icon="table"
              label={t('results.copyTable')}
              text={() => later?.asTable(items ?? []) ?? ''}
              disabled={!items || !later}
            />
            <button
              type="button"
              class="tool wide"
              aria-pressed={original}
              onClick={() => setOriginal(!original)}
            >
              <Icon name="speech" />
              <span>{t('card.original')}</span>
            </button>
            <button type="button" class="tool wide print" onClick={() => print()}>
              <Icon name="print" />
              <span>{t('results.print')}</span>
            </button>
          </div>
        </div>
        <p class="unseen" role="status">
          {loading ? t('results.loading') : items && t('results.ready', { count: items.length })}
        </p>
        {failure && (
          <FailureNote
            failure={failure}
            loading={loading}
            retry={tracks.refresh}
            staleFrom={time}
          />
        )}
        {numbers.length > 1 && (items || loading) && (
          <div class="filters">
            {items && later && (
              <later.StatusFilter items={items} chosen={filter} choose={setFilter} />
            )}
          </div>
        )}
        <div key={items ? 'items' : 'wait'} class={loading && items ? 'cards dimmed' : 'cards'}>
          {chosen?.map((item) => (
            <ParcelCard
              key={item.no}
              item={item}
              open={numbers.length <= UNFOLDED_UP_TO}
              original={original}
              linkTo={(no) => linkTo([no])}
            />
          ))}
          {!items &&
            loading &&
            numbers.slice(0, SKELETONS).map((no) => <SkeletonCard key={no} no={no} />)}
        </div>
      </section>
    </div>
  )
}

const linkTo = (numbers: readonly string[]): string => location.origin + resultPath(numbers)

function SkeletonCard({ no }: { no: string }): VNode {
  return (
    <div class="card skeleton" aria-hidden="true">
      <i class="badge" />
      <p class="no">{no}</p>
      <i class="line" />
      <i class="line" />
    </div>
  )
}

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
export function useTracks(numbers: readonly string[], lang: PublicLang): Tracks {
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
  lang: PublicLang,
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
