import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { tracking } from '#contracts/tracking/tracking.ts'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { usePhone } from '../../../kit/platform/use-timing.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useSession } from '../../../kit/session/session.ts'
import { AddEventsButton } from './events/add-events-button.tsx'
import { CopyLinks, FoundBand } from './found-band.tsx'
import { NumberArea } from './number-area.tsx'
import { parcelColumns } from './parcel-columns.tsx'
import { useParcelSearch, type FoundParcel } from './use-parcel-search.ts'
import './tracking.css'

const ParcelDrawer = lazy(() => import('./parcel-drawer.tsx'))

/**
 * Up to 500 numbers of any kind, and where their parcels are; one parcel's timeline next to them.
 */
export default function TrackSearch() {
  const t = useT('tracking')
  const may = useRightsCheck()
  const notify = useNotify()
  const staff = useSession().user?.customerId == null
  const empty = <Empty kind="nothing" title={t('search.start')} />

  const search = useParcelSearch()
  const selection = useSelection(search.rows)
  const { open, show, close } = useOpen()

  const columns = parcelColumns(t, { staff, asked: search.asksOtherwise, phone: usePhone() })

  const refresh = useAction(tracking.refresh, {
    success: false,
    onDone: ({ queued, skipped }) => {
      if (queued === 0) notify.warning(t('refresh.none'))
      else
        notify.success(
          skipped > 0
            ? t('refresh.some', { queued, skipped })
            : t('refresh.queued', { count: queued }),
        )
      search.lookAgain()
    },
  })
  const openRow =
    open?.kind === 'row' ? (search.rows.find((row) => row.id === open.id) ?? null) : null
  const place = search.rows.findIndex((row) => row.id === openRow?.id)
  const neighbour = (step: number) => {
    const row = place < 0 ? undefined : search.rows[place + step]
    return row ? () => show({ kind: 'row', id: row.id }) : null
  }

  return (
    <div className="py-list">
      <PageHeader title={t('search.title')}>
        <AddEventsButton target={{ kind: 'nos' }} />
      </PageHeader>
      <NumberArea search={search} />
      <FoundBand search={search} />
      <BulkBar selection={selection}>
        {may(tracking.refresh) && (
          <Button
            icon={<ReloadOutlined />}
            loading={refresh.busy}
            onClick={() => void refresh.run({ parcelIds: [...selection.ids] })}
          >
            {t('refresh.now', { count: selection.ids.size })}
          </Button>
        )}
        <AddEventsButton target={{ kind: 'parcels', ids: [...selection.ids] }}>
          {t('events.add.count', { count: selection.ids.size })}
        </AddEventsButton>
        <CopyLinks rows={selection.rows} />
      </BulkBar>
      {search.error && search.rows.length === 0 ? (
        <ErrorNote error={search.error} retry={search.lookAgain} />
      ) : (
        <DataTable<FoundParcel>
          label={t('search.title')}
          columns={columns}
          rows={search.shown}
          loading={search.searching}
          stale={search.stale}
          openId={openRow?.id ?? null}
          selection={selection}
          onOpen={(row) => show({ kind: 'row', id: row.id })}
          rowTone={(row) => (row.question ? 'warning' : undefined)}
          empty={
            search.numbers.length === 0 ? (
              empty
            ) : (
              <Empty
                kind="noMatch"
                title={search.rows.length > 0 ? t('search.noneLike') : t('search.noneFound')}
              >
                {search.rows.length > 0 && (
                  <Button onClick={() => search.filter(null)}>{t('filter.clear')}</Button>
                )}
              </Empty>
            )
          }
        />
      )}
      <Suspense>
        {openRow && (
          <ParcelDrawer
            row={openRow}
            onClose={close}
            onPrevious={neighbour(-1)}
            onNext={neighbour(1)}
            onRefresh={
              may(tracking.refresh)
                ? () => void refresh.run({ parcelIds: [openRow.parcelId] })
                : null
            }
            refreshing={refresh.busy}
          />
        )}
      </Suspense>
    </div>
  )
}
