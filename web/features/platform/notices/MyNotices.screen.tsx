import { CheckOutlined, DeleteOutlined, PushpinOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { receivedNotices, type ReceivedNotice } from '#contracts/platform/messaging/notices.ts'
import type { Callable } from '../../../kit/http/api.ts'
import type { Page } from '#contracts/kit/page.ts'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import { openNotice } from '../../../kit/platform/open-notice.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { PriorityTag } from '../../../kit/platform/priority-tag.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'
import './notices.css'

type Row = ReceivedNotice
const FILTERS: readonly ListFilter[] = [
  { key: 'titile', kind: 'like' },
  { key: 'readFlag', kind: 'eq' },
  { key: 'priority', kind: 'in' },
  { key: 'msgCategory', kind: 'in' },
  { key: 'sender', kind: 'like' },
  { key: 'sendTime', kind: 'range', moment: true },
]
const list$: Callable<unknown, Page<Row>> = {
  method: receivedNotices.getMyAnnouncementSend.method,
  path: receivedNotices.getMyAnnouncementSend.path,
}

/** The user's own box: unread first; opening marks read. */
export default function MyNotices() {
  const t = useT('notices')
  const words = useT('notice-bell')
  const confirm = useConfirm()
  const list = useList(list$, { filters: FILTERS })
  const selection = useSelection(list.rows)

  const columns: Column<Row>[] = [
    {
      key: 'titile',
      title: t('titile'),
      width: 340,
      card: 'title',
      render: (row) => (
        <span className={row.readFlag === '0' ? 'notice-new' : undefined}>
          {row.pinned && <PushpinOutlined className="notice-pin" aria-label={t('pinned')} />}
          {row.titile}
        </span>
      ),
    },
    { key: 'readFlag', title: t('state'), width: 120, render: (row) => <State row={row} /> },
    {
      key: 'priority',
      title: t('priority'),
      width: 100,
      render: (row) => (
        <PriorityTag level={row.priority}>{words(`priority.${row.priority}`)}</PriorityTag>
      ),
    },
    {
      key: 'msgCategory',
      title: t('msgCategory'),
      width: 130,
      render: (row) => row.msgCategory_dictText,
    },
    { key: 'sender', title: t('sender'), width: 130, render: (row) => row.sender_dictText },
    {
      key: 'sendTime',
      title: t('sendTime'),
      width: 150,
      render: (row) => <Moment at={row.sendTime} />,
    },
    {
      key: 'readTime',
      title: t('reader.time'),
      width: 150,
      card: 'hidden',
      render: (row) => <Moment at={row.readTime} />,
    },
  ]
  const items: FilterItem[] = [
    { key: 'titile', label: t('titile'), input: 'text' },
    { key: 'readFlag', label: t('state'), input: 'dict', dict: 'annt_read' },
    { key: 'priority', label: t('priority'), input: 'dict', dict: 'annt_priority', many: true },
    {
      key: 'msgCategory',
      label: t('msgCategory'),
      input: 'dict',
      dict: 'msg_category',
      many: true,
    },
    { key: 'sender', label: t('sender'), input: 'text' },
    { key: 'sendTime', label: t('sendTime'), input: 'days' },
  ]

  const all = useAction(receivedNotices.readAll)
  const away = useAction(receivedNotices.deleteBatch, {
    success: false,
    onDone: ({ rows }) =>
      selection.keepOnly(new Set(rows.filter((row) => !row.ok).map((row) => row.id))),
  })
  const askAway = async () => {
    const names = selection.rows.map((row) => row.titile)
    if (
      (await confirm({
        title: t('away.ask', { count: names.length }),
        ok: t('away', { count: names.length }),
        names,
        content: t('away.effect'),
        danger: true,
      })) !== null
    )
      await away.run({ ids: [...selection.ids].join(',') })
  }

  return (
    <div className="py-list">
      <PageHeader title={t('mine')}>
        <Button icon={<CheckOutlined />} loading={all.busy} onClick={() => void all.run({})}>
          {words('readAll')}
        </Button>
      </PageHeader>
      <FilterBar list={list} items={items} />
      <BulkBar selection={selection} list={list} columns={columns}>
        <Button danger icon={<DeleteOutlined />} loading={away.busy} onClick={() => void askAway()}>
          {t('action.delete')}
        </Button>
      </BulkBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<Row>
          label={t('mine')}
          columns={columns}
          list={list}
          selection={selection}
          onOpen={(row) => openNotice({ id: row.anntId })}
          empty={
            list.narrowed ? (
              <Empty kind="noMatch">
                <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              <Empty kind="nothing" title={words('none')} />
            )
          }
        />
      )}
      <Pager list={list} />
    </div>
  )
}

/** Unread, read, or still to be acknowledged. */
function State({ row }: { row: Row }) {
  const t = useT('notices')
  if (row.mustAck && row.ackTime === null)
    return <StatusTag tone="warning">{t('read.ack')}</StatusTag>
  return (
    <StatusTag tone={row.readFlag === '1' ? 'idle' : 'waiting'}>
      {t(row.readFlag === '1' ? 'read.yes' : 'read.no')}
    </StatusTag>
  )
}
