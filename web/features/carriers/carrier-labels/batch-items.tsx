import { Skeleton } from 'antd'
import { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const EVERY_MS = 3_000
const TONES = { waiting: 'waiting', done: 'done', refused: 'bad', unknown: 'warning' } as const
const COUNTS = ['done', 'refused', 'unknown', 'waiting', 'closed'] as const

/** What became of each parcel, and the carrier's papers. */
export function BatchItems({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useT('carrier-labels')
  const found = useApi(
    carrierBatches.items,
    { id },
    { staleTime: 0, ...(isOpen ? { refetchInterval: EVERY_MS } : {}) },
  )
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { counts, notes, papers, rows } = found.data
  return (
    <div className="py-desk-part">
      <dl className="py-desk-figures">
        {COUNTS.map((key) => (
          <div key={key}>
            <dt>{t(`count.${key}`)}</dt>
            <dd>{counts[key]}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <>
          <h2>{t('batch.notes')}</h2>
          <ul className="py-desk-list">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <h2>{t('batch.parcels')}</h2>
      <ul className="py-desk-list">
        {rows.map((row) => (
          <li key={row.id}>
            <StatusTag tone={TONES[row.state as keyof typeof TONES] ?? 'idle'}>
              {t(`count.${row.state}`)}
            </StatusTag>
            <span>{row.serialNumber}</span>
            {row.carrierNo && <span>{row.carrierNo}</span>}
            {row.messages.map((one) => (
              <small key={`${one.advice} ${one.original}`}>
                {one.text} {one.todo} {one.original !== one.text && one.original}
              </small>
            ))}
          </li>
        ))}
      </ul>
      {papers && (
        <>
          <h2>{t('batch.papers')}</h2>
          <RecordFiles ownerKind="carrier_batch" ownerId={id} kind="attachment" />
        </>
      )}
    </div>
  )
}
