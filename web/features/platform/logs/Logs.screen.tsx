import { DownloadOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { blockedAddresses } from '#contracts/platform/operations/blocked-addresses.ts'
import { logFields, logs, type LogRow } from '#contracts/platform/operations/logs.ts'
import { Moment, Num, Short } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRowNavigation } from '../../../kit/table/use-row-navigation.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import './logs.css'

/** Who it was, as colleagues know them. */
const nameOf = (row: LogRow): string => row.realname ?? row.username ?? ''
const LogDrawer = lazy(() => import('./log-drawer.tsx'))
const BlockedAddresses = lazy(() => import('./blocked-addresses.tsx'))
const FILTERS: readonly ListFilter[] = [
  { key: 'logType', kind: 'eq' },
  { key: 'keyWord', kind: 'like' },
  { key: 'username', kind: 'like' },
  { key: 'actor', kind: 'like' },
  { key: 'createTime', kind: 'range', moment: true },
  { key: 'operateType', kind: 'in' },
  { key: 'ip', kind: 'prefix' },
  { key: 'outcome', kind: 'like' },
  { key: 'requestUrl', kind: 'like' },
  { key: 'requestId', kind: 'eq' },
  { key: 'costTime', kind: 'range' },
]
const TABS = [
  ['', 'tab.all'],
  ['2', 'tab.operation'],
  ['1', 'tab.login'],
  ['4', 'tab.exception'],
] as const

/** Who signed in, who called what, and what went wrong. */
export default function Logs() {
  const t = useT('logs')
  const may = useRightsCheck()
  const empty = <Empty kind="nothing" />

  const list = useList(logs.list, {
    filters: FILTERS,
    sort: { column: 'createTime', order: 'desc' },
    fields: logFields,
    texts: 'logs',
  })
  const drawer = useOpen()
  const rowNavigation = useRowNavigation(list, drawer)
  const download = useDownload(logs.exportXls)
  const [blocked, setBlocked] = useState<string | null>(null)

  const columns: Column<LogRow>[] = [
    {
      key: 'createTime',
      title: t('createTime'),
      width: 160,
      sort: true,
      card: 'title',
      render: (row) => <Moment at={row.createTime} />,
    },
    {
      key: 'logType',
      title: t('logType'),
      width: 110,
      sort: true,
      render: (row) => <DictTag code="log_type" value={row.logType} text={row.logType_dictText} />,
    },
    {
      key: 'operateType',
      title: t('operateType'),
      width: 80,
      sort: true,
      render: (row) => row.operateType_dictText,
    },
    {
      key: 'logContent',
      title: t('logContent'),
      width: 260,
      render: (row) => <Short text={row.logContent} limit={44} />,
    },
    {
      key: 'username',
      title: t('username'),
      width: 150,
      sort: true,
      render: (row) =>
        row.actor
          ? t('asOf', { actor: row.actorName ?? row.actor, username: nameOf(row) })
          : nameOf(row),
    },
    { key: 'ip', title: t('ip'), width: 130 },
    { key: 'outcome', title: t('outcome'), width: 200, render: (row) => <Outcome row={row} /> },
    {
      key: 'costTime',
      title: t('costTime'),
      width: 100,
      align: 'right',
      sort: true,
      render: (row) => <Num value={row.costTime} />,
    },
    { key: 'requestType', title: t('requestType'), width: 90, card: 'hidden' },
    { key: 'requestUrl', title: t('requestUrl'), width: 260, card: 'hidden', optional: true },
    { key: 'requestId', title: t('requestId'), width: 300, card: 'hidden', optional: true },
  ]
  const items: FilterItem[] = [
    { key: 'keyWord', label: t('keyWord'), input: 'text' },
    { key: 'username', label: t('username'), input: 'text' },
    { key: 'actor', label: t('actor'), input: 'text' },
    { key: 'createTime', label: t('createTime'), input: 'days' },
    {
      key: 'operateType',
      label: t('operateType'),
      input: 'dict',
      dict: 'operate_type',
      many: true,
    },
    { key: 'ip', label: t('ip'), input: 'text' },
    { key: 'outcome', label: t('outcome'), input: 'text' },
    { key: 'requestUrl', label: t('requestUrl'), input: 'text' },
    { key: 'requestId', label: t('requestId'), input: 'text' },
    { key: 'costTime', label: t('costTime'), input: 'numbers' },
  ]
  const openRow =
    drawer.open?.kind === 'row'
      ? (list.rows.find((row) => row.id === drawer.open?.id) ?? null)
      : null

  return (
    <div className="py-list">
      <PageHeader title={t('title')} note={<span className="log-kept">{t('kept')}</span>}>
        {may(blockedAddresses.block) && (
          <Button icon={<StopOutlined />} onClick={() => setBlocked('')}>
            {t('block.open')}
          </Button>
        )}
        {may(logs.exportXls) && (
          <Button
            icon={<DownloadOutlined />}
            loading={download.busy}
            onClick={() => void download.run(list.wire, 'logs.xlsx')}
          >
            {t('action.export')}
          </Button>
        )}
      </PageHeader>
      <div className="log-tabs">
        <Segments
          value={list.state.filters.logType ?? ''}
          options={TABS.map(([value, key]) => ({ value, label: t(key) }))}
          onChange={(value) => list.setFilters({ logType: value || null })}
        />
      </div>
      <FilterBar list={list} items={items} />
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<LogRow>
          label={t('title')}
          columns={columns}
          list={list}
          openId={openRow?.id ?? null}
          onOpen={(row) => drawer.show({ kind: 'row', id: row.id })}
          rowTone={(row) =>
            row.logType === '4' ? 'bad' : row.outcome === 'ok' ? undefined : 'warning'
          }
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
        {openRow && (
          <LogDrawer
            row={openRow}
            onClose={drawer.close}
            onPrevious={rowNavigation('row', -1)}
            onNext={rowNavigation('row', 1)}
            onBlock={may(blockedAddresses.block) ? setBlocked : null}
          />
        )}
        {blocked !== null && (
          <BlockedAddresses address={blocked} onClose={() => setBlocked(null)} />
        )}
      </Suspense>
    </div>
  )
}

function Outcome({ row }: { row: LogRow }) {
  if (!row.outcome) return null
  return (
    <StatusTag tone={row.outcome === 'ok' ? 'done' : row.logType === '4' ? 'bad' : 'warning'}>
      <Short text={row.outcomeText} limit={22} />
    </StatusTag>
  )
}
