import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { trackResults } from '#contracts/tracking/track-results.ts'
import { subKey } from '#contracts/tracking/tracking.states.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { sourceOf } from './events/event-source.ts'
import type { StaffEvent } from './results/correct-dialog.tsx'
import { ParcelBand } from './results/parcel-band.tsx'
import './tracking.css'

const RawDialog = lazy(() => import('./results/raw-dialog.tsx'))
const CorrectDialog = lazy(() => import('./results/correct-dialog.tsx'))

/** What the public page shows of a number, with what it hides, where it comes from, and corrections. */
export default function TrackResult() {
  const t = useT('track-result')
  const words = useT('tracking')
  const lang = useLang()
  const mayEdit = useCan(trackResults.correct)
  const [params, setParams] = useAddress()
  const no = params.get('no') ?? ''
  const parcelId = params.get('parcel') ?? ''
  const [typed, setTyped] = useState(no)
  const [publicOnly, setPublicOnly] = useState(false)
  const [raw, setRaw] = useState<string | null>(null)
  const [correcting, setCorrecting] = useState<StaffEvent | null>(null)
  const show = useAction(trackResults.setVisible, { success: false })
  const found = useApi(
    trackResults.query,
    { no, ...(parcelId ? { parcelId } : {}) },
    { enabled: no !== '' },
  )
  const ask = (number: string, parcel?: string) =>
    setParams(() => new URLSearchParams({ no: number.trim(), ...(parcel ? { parcel } : {}) }))

  const events = found.data?.events ?? []
  const isPublic = (event: StaffEvent) =>
    event.visible && !event.cancelled && event.effect === 'move'
  const shown = publicOnly ? events.filter(isPublic) : events
  const columns: Column<StaffEvent>[] = [
    {
      key: 'local',
      title: t('time'),
      width: 170,
      card: 'title',
      render: (event) => (event.local ?? event.localTime ?? '').slice(0, 16).replace('T', ' '),
    },
    {
      key: 'status',
      title: t('status'),
      width: 280,
      render: (event) => (
        <>
          {event.status === null ? (
            <StatusTag tone="idle">{words(`effect.${event.effect}`)}</StatusTag>
          ) : (
            <DictTag code="tracking_status" value={String(event.status)} />
          )}{' '}
          {event.sub && words(subKey(event.sub as never))}
        </>
      ),
    },
    {
      key: 'seen',
      title: t('seen'),
      width: 130,
      render: (event) => (
        <StatusTag tone={event.cancelled ? 'idle' : isPublic(event) ? 'done' : 'warning'}>
          {t(event.cancelled ? 'seen.withdrawn' : isPublic(event) ? 'seen.public' : 'seen.staff')}
        </StatusTag>
      ),
    },
    { key: 'place', title: t('place'), width: 140, render: ({ place }) => place },
    {
      key: 'text',
      title: t('text'),
      width: 320,
      render: (event) => (lang === 'en_US' ? (event.textEn ?? event.rawText) : event.rawText),
    },
    {
      key: 'source',
      title: t('source'),
      width: 150,
      render: (event) => `${words(`source.${sourceOf(event)}`)} · ${event.courier ?? ''}`,
    },
    { key: 'reason', title: t('reason'), width: 200, render: ({ cancelReason }) => cancelReason },
    {
      key: 'receivedAt',
      title: t('receivedAt'),
      width: 160,
      render: ({ receivedAt }) => <Moment at={receivedAt} />,
    },
  ]
  return (
    <div className="py-list">
      <PageHeader title={t('title')} note={t('intro')} />
      <form
        className="trk-foot"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') ask(typed)
        }}
      >
        <Input
          aria-label={t('no')}
          className="trk-number"
          placeholder={t('no')}
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
          {t('query')}
        </Button>
        {events.length > 0 && (
          <label className="trk-public">
            <Switch size="small" checked={publicOnly} onChange={setPublicOnly} />{' '}
            {words('event.asPublic')}
          </label>
        )}
      </form>
      {found.data && (
        <ParcelBand
          parcels={found.data.parcels}
          chosen={parcelId}
          onChoose={(parcel) => ask(no, parcel)}
        />
      )}
      {found.error && !found.data ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<StaffEvent>
          label={t('title')}
          columns={columns}
          rows={shown}
          loading={found.isFetching && !found.data}
          actionsWidth={230}
          actions={(event) => (
            <span className="py-actions">
              <Button size="small" onClick={() => setRaw(event.id)}>
                {t('raw')}
              </Button>
              {mayEdit && !event.cancelled && (
                <Button
                  size="small"
                  onClick={() => void show.run({ eventId: event.id, visible: !event.visible })}
                >
                  {t(event.visible ? 'hide' : 'show')}
                </Button>
              )}
              {mayEdit && !event.cancelled && event.source !== 'scan' && (
                <Button size="small" onClick={() => setCorrecting(event)}>
                  {t('correct')}
                </Button>
              )}
            </span>
          )}
          empty={
            <Empty
              kind={no === '' ? 'nothing' : 'noMatch'}
              title={t(no === '' ? 'start' : found.data?.parcels.length ? 'none' : 'unknown')}
            />
          }
        />
      )}
      <Suspense>
        {raw && <RawDialog eventId={raw} onClose={() => setRaw(null)} />}
        {correcting && <CorrectDialog event={correcting} onClose={() => setCorrecting(null)} />}
      </Suspense>
    </div>
  )
}
