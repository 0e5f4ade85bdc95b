/** @jsxImportSource preact */
import type { VNode } from 'preact'
import type { PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { statusStyleOf, statusText } from './status-style.ts'
import { t } from '../texts.ts'

export const filterKey = (item: PublicTrackItem): string =>
  item.found ? String(item.status ?? TRACK.PENDING) : 'missing'

type Props = {
  items: readonly PublicTrackItem[]
  chosen: string | null
  choose: (key: string | null) => void
}

/** How many parcels stand where; a click shows only those. */
export function StatusFilter({ items, chosen, choose }: Props): VNode {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(filterKey(item), (counts.get(filterKey(item)) ?? 0) + 1)
  const keys = [...counts.keys()].sort(
    (a, b) => Number(a) - Number(b) || (a === 'missing' ? 1 : -1),
  )
  return (
    <div class="chips" role="group" aria-label={t('results.filter')}>
      <button
        type="button"
        class="tone-idle"
        aria-pressed={chosen === null}
        onClick={() => choose(null)}
      >
        {t('results.all')} <b>{items.length}</b>
      </button>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          class={`dot tone-${statusStyleOf(Number(key)).tone}`}
          aria-pressed={chosen === key}
          onClick={() => choose(chosen === key ? null : key)}
        >
          {key === 'missing' ? t('missing.title') : statusText(Number(key))}{' '}
          <b>{counts.get(key)}</b>
        </button>
      ))}
    </div>
  )
}
