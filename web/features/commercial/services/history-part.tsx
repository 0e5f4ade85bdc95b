import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { serviceDesk } from '#contracts/commercial/services.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { startText } from './start-text.ts'

type Line = Out<typeof serviceDesk.history>['lines'][number]
const TONES: Record<Line['action'], Tone> = { add: 'done', edit: 'moving', delete: 'bad' }
/** Fields of a line that are shown at once. */
const SHOWN = 8
const MOMENT = /^\d{4}-\d{2}-\d{2}T/
const readable = (value: string | null) =>
  value === null ? '–' : MOMENT.test(value) ? formatMoment(value) : value

/** Every change of a service and its parts, the newest first, page by page. */
export function HistoryPart({ serviceId }: { serviceId: string }) {
  const [pages, setPages] = useState<readonly (string | null)[]>([null])
  return (
    <div className="svc-history">
      {pages.map((before, at) => (
        <Page
          key={before ?? 'newest'}
          serviceId={serviceId}
          before={before}
          last={at === pages.length - 1}
          onMore={(id) => setPages((now) => [...now, id])}
        />
      ))}
    </div>
  )
}

function Page({
  serviceId,
  before,
  last,
  onMore,
}: {
  serviceId: string
  before: string | null
  last: boolean
  onMore: (before: string) => void
}) {
  const t = useT('services')
  const lang = useLang()
  const found = useApi(
    serviceDesk.history,
    { id: serviceId, ...(before ? { before } : {}) },
    { staleTime: 0 },
  )
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { upcoming, lines, more } = found.data
  const oldest = lines.at(-1)
  return (
    <>
      {before === null && upcoming.length > 0 && (
        <section aria-label={t('history.upcoming')}>
          <h2>{t('history.upcoming')}</h2>
          <ul className="svc-upcoming">
            {upcoming.map(({ from, text }) => (
              <li key={`${from}${text}`}>
                {t('history.at', { from: startText(from, lang), text })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {before === null && lines.length === 0 && <Empty kind="nothing" title={t('history.none')} />}
      <ol className="svc-timeline">
        {lines.map((line) => (
          <HistoryLine key={line.id} line={line} />
        ))}
      </ol>
      {last && more && oldest && (
        <Button onClick={() => onMore(oldest.id)}>{t('history.more')}</Button>
      )}
    </>
  )
}

function HistoryLine({ line }: { line: Line }) {
  const t = useT('services')
  const lang = useLang()
  const [all, setAll] = useState(false)
  const fields = all ? line.fields : line.fields.slice(0, SHOWN)
  return (
    <li>
      <div className="svc-when">
        <time dateTime={line.at}>{formatMoment(line.at)}</time>
        <strong>
          {line.part} {line.name}
        </strong>
        <StatusTag tone={TONES[line.action]}>{t(`history.${line.action}`)}</StatusTag>
        <span>{line.who}</span>
        {line.from && (
          <StatusTag tone="waiting">
            {t('history.from.later', { from: startText(line.from, lang) })}
          </StatusTag>
        )}
      </div>
      <dl>
        {fields.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {line.action === 'edit' && <del>{readable(before)}</del>}
              {line.action === 'edit' && ' → '}
              {line.action === 'delete' ? <del>{readable(before)}</del> : readable(after)}
            </dd>
          </div>
        ))}
      </dl>
      {!all && line.fields.length > SHOWN && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('history.rest', { count: line.fields.length - SHOWN })}
        </Button>
      )}
    </li>
  )
}
