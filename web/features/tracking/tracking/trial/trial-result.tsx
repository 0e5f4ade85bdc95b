import type { Out } from '#contracts/kit/endpoint.ts'
import { subKey } from '#contracts/tracking/tracking.states.ts'
import type { testTrack } from '#contracts/tracking/test-track.ts'
import { DictTag, StatusTag } from '../../../../kit/platform/status-tag.tsx'
import { DataTable, type Column } from '../../../../kit/table/data-table.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

type Result = Out<typeof testTrack.run>
type Row = Result['events'][number] & { id: string }
type Difference = Result['differences'][number] & { id: string }
const withIds = <R extends object>(rows: readonly R[]): (R & { id: string })[] =>
  rows.map((row, at) => ({ ...row, id: String(at) }))

/** The events of a payload, what they amount to, and what is other than when the case was kept. */
export function TrialResult({ result, compared }: { result: Result; compared: string | null }) {
  const t = useT('test-track')
  const words = useT('tracking')
  const columns: Column<Row>[] = [
    { key: 'time', title: t('time'), width: 210, card: 'title' },
    { key: 'utc', title: t('utc'), width: 200, render: ({ utc }) => utc ?? '–' },
    {
      key: 'offset',
      title: t('offset'),
      width: 90,
      render: ({ offsetKnown }) => t(offsetKnown ? 'offset.known' : 'offset.unknown'),
    },
    {
      key: 'status',
      title: t('status'),
      width: 250,
      render: ({ status, subStatus, effect }) =>
        status === null ? (
          <StatusTag tone="idle">{words(`effect.${effect}`)}</StatusTag>
        ) : (
          <>
            <DictTag code="tracking_status" value={String(status)} />{' '}
            {subStatus && words(subKey(subStatus))}
          </>
        ),
    },
    { key: 'text', title: t('text'), width: 320, render: ({ text }) => text },
    {
      key: 'place',
      title: t('place'),
      width: 150,
      render: ({ place, country }) => [place, country].filter(Boolean).join(' · '),
    },
    {
      key: 'code',
      title: t('code'),
      width: 190,
      render: ({ code, reason }) => [code, reason].filter(Boolean).join(' '),
    },
    {
      key: 'mappedBy',
      title: t('mappedBy'),
      width: 130,
      render: ({ mappedBy }) => (
        <StatusTag tone={mappedBy === 'default' ? 'warning' : 'done'}>
          {t(`mappedBy.${mappedBy}`)}
        </StatusTag>
      ),
    },
    { key: 'trackNo', title: t('number'), width: 190 },
  ]
  const changes: Column<Difference>[] = [
    { key: 'time', title: t('time'), width: 210, card: 'title' },
    { key: 'kind', title: t('differences'), width: 130, render: ({ kind }) => t(`kind.${kind}`) },
    { key: 'before', title: t('differences.before'), width: 200 },
    { key: 'after', title: t('differences.after'), width: 200 },
    { key: 'text', title: t('text'), width: 320 },
  ]
  return (
    <section>
      <h2>
        {t('result')} · {t('result.count', { count: result.events.length })}
      </h2>
      <ul className="trk-changes">
        {result.states.map(({ trackNo, status, subStatus }) => (
          <li key={trackNo}>
            {t('state')}: <strong>{trackNo}</strong>{' '}
            <DictTag code="tracking_status" value={String(status)} /> {words(`sub.${subStatus}`)}
          </li>
        ))}
      </ul>
      <DataTable<Row> label={t('result')} columns={columns} rows={withIds(result.events)} />
      {compared !== null && (
        <>
          <h2>
            {t('differences')} · {compared}
          </h2>
          {result.differences.length === 0 ? (
            <p className="trk-soft">{t('differences.none')}</p>
          ) : (
            <DataTable<Difference>
              label={t('differences')}
              columns={changes}
              rows={withIds(result.differences)}
            />
          )}
        </>
      )}
    </section>
  )
}
