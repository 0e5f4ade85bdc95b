/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Lang } from '#contracts/kit/envelope.ts'
import { CopyButton } from '../copy-button.tsx'
import { FailureNote } from './failure-note.tsx'
import { Icon } from '../icons.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { resultPath } from '../paths.ts'
import { SearchPanel } from '../search/search-panel.tsx'
import { StatusFilter, filterKey } from './status-filter.tsx'
import { asTable } from './table-text.ts'
import { t } from '../texts.ts'
import { momentLabel } from './times.ts'
import { useTracks } from './use-tracks.ts'

const UNFOLDED_UP_TO = 2
const SKELETONS = 6

type Props = { numbers: string[]; lang: Lang; show: (numbers: string[]) => void }

export function Results({ numbers, lang, show }: Props): VNode {
  const tracks = useTracks(numbers, lang)
  const heading = useRef<HTMLHeadingElement>(null)
  const [editing, setEditing] = useState(false)
  const [filter, setFilter] = useState<string | null>(null)
  const [original, setOriginal] = useState(true)
  useEffect(() => {
    setEditing(false)
    setFilter(null)
    // The box that had the focus may be gone: reading goes on at the heading.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [numbers])

  const { items, failure, loading } = tracks
  const time = items ? momentLabel(tracks.at) : null
  const chosen = items?.filter((item) => filter === null || filterKey(item) === filter)

  return (
    <div class="columns">
      <aside class={editing ? 'side editing' : 'side'}>
        <SearchPanel given={numbers.join('\n')} show={show} />
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
              text={() => asTable(items ?? [])}
              disabled={!items}
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
            {items && <StatusFilter items={items} chosen={filter} choose={setFilter} />}
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
