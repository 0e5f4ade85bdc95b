import { AimOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { readMapped, writeMapped, type Mapped } from './mapped-code.ts'
import './tracking.css'

const MapForm = lazy(() => import('./map-form.tsx'))
type Row = Out<typeof tracking.unmapped>['records'][number] & { id: string }
/** Reading again is a job; when it should be done the list is asked again. */
const REPLAY_MS = [1_500, 5_000]

/** Carriers' codes without a meaning yet, the commonest first. */
export default function UnmappedCodes() {
  const t = useT('tracking')
  const may = useRightsCheck()
  const notify = useNotify()
  const [params, setParams] = useAddress()
  const [mapped, setMapped] = useState<ReadonlySet<string>>(new Set())
  const empty = <Empty kind="nothing" title={t('unmapped.none')} />

  const list = useList(tracking.unmapped)
  const rows: Row[] = list.rows.map((row) => ({ ...row, id: writeMapped(row) }))

  const columns: Column<Row>[] = [
    {
      key: 'rawCode',
      title: t('unmapped.code'),
      width: 160,
      card: 'title',
      render: (row) => row.rawCode || t('unmapped.noCode'),
    },
    { key: 'rawReason', title: t('unmapped.reason'), width: 110 },
    { key: 'courier', title: t('unmapped.courier'), width: 120 },
    {
      key: 'sample',
      title: t('unmapped.sample'),
      width: 380,
      render: (row) => row.sample && <span title={row.sample}>{row.sample}</span>,
    },
    {
      key: 'count',
      title: t('unmapped.count'),
      width: 90,
      align: 'right',
      render: (row) => <Num value={row.count} />,
    },
    {
      key: 'firstAt',
      title: t('unmapped.firstAt'),
      width: 160,
      card: 'hidden',
      render: (row) => <Moment at={row.firstAt} />,
    },
    {
      key: 'lastAt',
      title: t('unmapped.lastAt'),
      width: 160,
      render: (row) => <Moment at={row.lastAt} />,
    },
  ]

  const requested = readMapped(params.get('map'))
  const choose = (code: string | null) =>
    setParams((now) => {
      const changed = new URLSearchParams(now)
      if (code === null) changed.delete('map')
      else changed.set('map', code)
      return changed
    })
  const onSaved = (code: Mapped) => {
    setMapped(new Set([...mapped, writeMapped(code)]))
    notify.success(
      t('map.replaying', { count: rows.find((row) => row.id === writeMapped(code))?.count ?? 0 }),
    )
    for (const wait of REPLAY_MS) setTimeout(list.refetch, wait)
    choose(null)
  }

  return (
    <div className="py-list">
      <PageHeader title={t('unmapped.title')} note={t('unmapped.intro')} />
      {list.error && rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<Row>
          label={t('unmapped.title')}
          columns={columns}
          rows={rows}
          loading={list.loading}
          stale={list.stale}
          empty={empty}
          {...(may('trk:map:add')
            ? {
                onOpen: (row: Row) => choose(row.id),
                actionsWidth: 160,
                actions: (row: Row) => (
                  <Button
                    size="small"
                    icon={<AimOutlined />}
                    loading={mapped.has(row.id)}
                    onClick={() => choose(row.id)}
                  >
                    {t(mapped.has(row.id) ? 'map.running' : 'map.this')}
                  </Button>
                ),
              }
            : {})}
        />
      )}
      <Pager list={list} />
      <Suspense>
        {requested && may('trk:map:add') && (
          <MapForm
            code={requested}
            sample={rows.find((row) => row.id === writeMapped(requested))?.sample ?? null}
            onClose={() => choose(null)}
            onSaved={() => onSaved(requested)}
          />
        )}
      </Suspense>
    </div>
  )
}
