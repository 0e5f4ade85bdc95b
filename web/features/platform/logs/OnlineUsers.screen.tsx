import { LogoutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { onlineUsers } from '#contracts/platform/operations/logs.ts'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
type Row = Out<typeof onlineUsers.list>['records'][number]
const FILTERS: readonly ListFilter[] = [
  { key: 'username', kind: 'like' },
  { key: 'realname', kind: 'like' },
  { key: 'ip', kind: 'prefix' },
]

/** Who is signed in, where and since when; and sending them away. */
export default function OnlineUsers() {
  const t = useT('logs')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const empty = <Empty kind="nothing" />

  const list = useList(onlineUsers.list, { filters: FILTERS })
  const selection = useSelection(list.rows)

  const columns: Column<Row>[] = [
    {
      key: 'username',
      title: t('username'),
      width: 160,
      sort: true,
      card: 'title',
      render: (row) => (
        <>
          {row.username}
          {row.current && (
            <>
              {' '}
              <StatusTag tone="moving">{t('current')}</StatusTag>
            </>
          )}
        </>
      ),
    },
    { key: 'realname', title: t('realname'), width: 140 },
    { key: 'ip', title: t('ip'), width: 140 },
    {
      key: 'device',
      title: t('device'),
      width: 180,
      render: (row) => <span title={row.userAgent ?? ''}>{row.device || row.userAgent}</span>,
    },
    {
      key: 'createTime',
      title: t('since'),
      width: 160,
      render: (row) => <Moment at={row.createTime} />,
    },
    {
      key: 'seenTime',
      title: t('seen'),
      width: 160,
      render: (row) => <Moment at={row.seenTime} />,
    },
  ]

  const end = useAction(onlineUsers.forceLogout, { success: false })
  const ask = async (rows: readonly Row[]) => {
    const others = rows.filter((row) => !row.current)
    const count = others.length
    if (
      count === 0 ||
      (await confirm({
        title: t('online.confirm', { count }),
        ok: t('online.endCount', { count }),
        danger: true,
        content: t('online.note'),
        names: others.map((row) => `${row.username} · ${row.device}`),
      })) === null
    )
      return
    const done = await end.run({ ids: others.map((row) => row.id) })
    if (!done.ok) return
    selection.clear()
    if (done.result.failed > 0) setOutcome({ title: t('online.end'), result: done.result })
    else notify.success(t('online.done', { count }))
  }
  const items: FilterItem[] = FILTERS.map(({ key }) => ({ key, label: t(key), input: 'text' }))

  return (
    <div className="py-list">
      <PageHeader title={t('online.title')} />
      <FilterBar list={list} items={items} />
      <BulkBar selection={selection} list={list} columns={columns}>
        {may(onlineUsers.forceLogout) && (
          <Button
            danger
            icon={<LogoutOutlined />}
            loading={end.busy}
            onClick={() => void ask(selection.rows)}
          >
            {t('online.end')}
          </Button>
        )}
      </BulkBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<Row>
          label={t('online.title')}
          columns={columns}
          list={list}
          {...(may(onlineUsers.forceLogout)
            ? {
                selection,
                actionsWidth: 56,
                actions: (row: Row) => (
                  <RowActions
                    actions={[
                      {
                        key: 'end',
                        label: t('online.end'),
                        icon: <LogoutOutlined />,
                        danger: true,
                        blocked: row.current ? t('current') : null,
                        onClick: () => void ask([row]),
                      },
                    ]}
                  />
                ),
              }
            : {})}
          empty={
            list.narrowed ? (
              <Empty kind="noMatch">
                <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              empty
            )
          }
        />
      )}
      <Pager list={list} />
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  )
}
