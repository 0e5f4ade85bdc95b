import { useQuery } from '@tanstack/react-query'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import type { SourceCounts } from '#contracts/commercial/numbers/number-sources.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type SourceKind = 'pool' | 'segment'

const ofPool = gathered<SourceCounts>((ids) => call(poolNumbers.counts, { ids }, { quiet: true }))
const ofSegment = gathered<SourceCounts>((ids) =>
  call(numberSegments.counts, { ids }, { quiet: true }),
)

/** How much of a pool or segment is left; null until it is known. */
function useCounts(kind: SourceKind, id: string): SourceCounts | null {
  const { path } = kind === 'pool' ? poolNumbers.counts : numberSegments.counts
  return (
    useQuery({
      queryKey: [path, id],
      queryFn: () => (kind === 'pool' ? ofPool(id) : ofSegment(id)),
    }).data ?? null
  )
}

interface Source {
  kind: SourceKind
  id: string
}
/** A forecast beyond this is no figure. */
const MANY_DAYS = 3_650
const STATES = ['free', 'reserved', 'used', 'void'] as const

/** How full a source is: a bar of its states and the free numbers. */
export function StockCell({ kind, id }: Source) {
  const t = useT('numbers')
  const counts = useCounts(kind, id)
  if (!counts) return null
  const figures = Object.fromEntries(STATES.map((state) => [state, formatNumber(counts[state])]))
  const label = t('bar', { ...figures, total: formatNumber(counts.total) })
  return (
    <span className="number-stock" title={label}>
      <span className="number-bar" role="img" aria-label={label} data-level={counts.level}>
        {counts.total > 0 &&
          STATES.map((state) => (
            <i
              key={state}
              data-state={state}
              style={{ flexGrow: counts[state] / counts.total }}
              hidden={counts[state] === 0}
            />
          ))}
      </span>
      <small className="py-num">{t('left', { free: formatNumber(counts.free) })}</small>
    </span>
  )
}

/** For how long the free numbers last at the pace of the last days. */
export function DaysCell({ kind, id }: Source) {
  const t = useT('numbers')
  const counts = useCounts(kind, id)
  if (!counts) return null
  if (counts.daysLeft === null) return <span className="py-none">{t('days.none')}</span>
  return (
    <span title={t('days.pace', { count: formatNumber(counts.perDay) })}>
      {counts.daysLeft > MANY_DAYS ? t('days.years') : t('days.left', { count: counts.daysLeft })}
    </span>
  )
}

/** Whether a source is low, empty, or not asked for numbers at all. */
export function LevelCell({ kind, id, open }: Source & { open: boolean }) {
  const t = useT('numbers')
  const counts = useCounts(kind, id)
  if (!counts || !open) return null
  if (!counts.inUse)
    return <StatusTag tone="idle">{t(kind === 'pool' ? 'notUsed' : 'notUsed.segments')}</StatusTag>
  if (counts.total === 0) return <StatusTag tone="bad">{t('level.empty')}</StatusTag>
  const tone = counts.level === 'ok' ? 'done' : counts.level === 'low' ? 'warning' : 'bad'
  return <StatusTag tone={tone}>{t(`level.${counts.level}`)}</StatusTag>
}
