import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { monitoring, type TraceRow } from '#contracts/insight/monitoring.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const FILTERS: readonly ListFilter[] = [
  { key: 'path', kind: 'like' },
  { key: 'username', kind: 'like' },
  { key: 'status', kind: 'range' },
  { key: 'ms', kind: 'range' },
]

/** The last calls the process answered: to find a slow or refused one. */
export default function Traces({ title }: { title: string }) {
  const t = useT('monitoring')
  const may = useRightsCheck()
  const list = useList(monitoring.traces, { filters: FILTERS })
  const download = useDownload(monitoring.archive)
  const columns: Column<TraceRow>[] = [
    {
      key: 'at',
      title: t('column.at'),
      width: 160,
      render: (row) => <Moment at={row.at} />,
    },
    { key: 'method', title: t('column.method'), width: 90 },
    { key: 'path', title: t('column.path'), width: 360, card: 'title' },
    {
      key: 'status',
      title: t('column.status'),
      width: 90,
      sort: true,
      render: (row) => <Num value={row.status} />,
    },
    {
      key: 'ms',
      title: t('column.ms'),
      width: 110,
      sort: true,
      align: 'right',
      render: (row) => <Num value={row.ms} />,
    },
    { key: 'username', title: t('column.username'), width: 140 },
    { key: 'tenantId', title: t('column.tenantId'), width: 90 },
    { key: 'ip', title: t('column.ip'), width: 140 },
    { key: 'requestId', title: t('column.requestId'), width: 200 },
  ]
  const items: FilterItem[] = FILTERS.map(({ key, kind }) => ({
    key,
    label: t(`column.${key}`),
    input: kind === 'range' ? 'numbers' : 'text',
  }))
  return (
    <div className="py-list">
      <PageHeader title={title} note={t('traces.note')}>
        {may(monitoring.archive) && (
          <Button
            icon={<DownloadOutlined />}
            loading={download.busy}
            onClick={() => void download.run({}, 'calls.har')}
          >
            {t('traces.archive')}
          </Button>
        )}
      </PageHeader>
      <FilterBar list={list} items={items} />
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<TraceRow>
          label={title}
          columns={columns}
          list={list}
          empty={
            list.narrowed ? (
              <Empty kind="noMatch">
                <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              <Empty kind="nothing" />
            )
          }
        />
      )}
      <Pager list={list} />
    </div>
  )
}
