import { Button, Drawer } from 'antd'
import { lazy, Suspense } from 'react'
import { dataLogFields, dataLogs, type DataLogRow } from '#contracts/platform/operations/logs.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { Changes } from './changes.tsx'
import { Restore } from './restore.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import './logs.css'

const RecordHistory = lazy(() => import('../../../kit/resource/record-history.tsx'))
const FILTERS: readonly ListFilter[] = [
  { key: 'dataTable', kind: 'eq' },
  { key: 'dataId', kind: 'eq' },
  { key: 'createBy', kind: 'like' },
  { key: 'createTime', kind: 'range', moment: true },
  { key: 'action', kind: 'in' },
  { key: 'requestId', kind: 'eq' },
]

/** What changed in which record; a line opens the record's versions side by side. */
export default function DataLogs() {
  const t = useT('logs')
  const empty = <Empty kind="nothing" />

  const list = useList(dataLogs.list, {
    filters: FILTERS,
    sort: { column: 'createTime', order: 'desc' },
    fields: dataLogFields,
    texts: 'logs',
  })
  const words = useApi(dataLogs.words, {})
  const { open, show, close } = useOpen()

  const columns: Column<DataLogRow>[] = [
    {
      key: 'createTime',
      title: t('createTime'),
      width: 160,
      sort: true,
      render: (row) => <Moment at={row.createTime} />,
    },
    {
      key: 'dataTable',
      title: t('dataTable'),
      width: 150,
      card: 'title',
      render: (row) => row.dataTable_dictText,
    },
    {
      key: 'dataId',
      title: t('dataName'),
      width: 150,
      render: (row) => row.dataName ?? <CopyText text={row.dataId} />,
    },
    {
      key: 'action',
      title: t('action'),
      width: 90,
      render: (row) => <DictTag code="data_action" value={row.action} text={row.action_dictText} />,
    },
    { key: 'dataVersion', title: t('dataVersion'), width: 70, align: 'right' },
    {
      key: 'dataContent',
      title: t('data.changed'),
      width: 420,
      render: (row) => <Changes content={row.dataContent} labels={row.labels} />,
    },
    {
      key: 'createBy',
      title: t('createBy'),
      width: 150,
      render: (row) =>
        row.behalf
          ? t('asOf', {
              actor: row.createByName ?? row.createBy ?? '',
              username: row.behalfName ?? row.behalf,
            })
          : (row.createByName ?? row.createBy),
    },
    { key: 'requestId', title: t('requestId'), width: 300, card: 'hidden', optional: true },
  ]
  const items: FilterItem[] = [
    { key: 'dataId', label: t('dataId'), input: 'text' },
    { key: 'createBy', label: t('createBy'), input: 'text' },
    { key: 'createTime', label: t('createTime'), input: 'days' },
    { key: 'action', label: t('action'), input: 'dict', dict: 'data_action', many: true },
    { key: 'requestId', label: t('requestId'), input: 'text' },
  ]
  const openRow =
    open?.kind === 'row' ? (list.rows.find((row) => row.id === open.id) ?? null) : null
  useKeys(openRow ? { Escape: close } : {}, { modal: true, enabled: openRow !== null })

  return (
    <div className="py-list">
      <PageHeader title={t('data.title')} />
      <FilterBar list={list} items={items}>
        <div className="py-filter">
          <label htmlFor="data-log-table">{t('dataTable')}</label>
          <ChoiceInput
            id="data-log-table"
            style={{ minWidth: 180 }}
            value={list.state.filters.dataTable ?? null}
            onChange={(next) =>
              list.setFilters({ dataTable: typeof next === 'string' ? next : null })
            }
            options={(words.data?.tables ?? []).map(({ value, text }) => ({ value, label: text }))}
          />
        </div>
      </FilterBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<DataLogRow>
          label={t('data.title')}
          columns={columns}
          list={list}
          openId={openRow?.id ?? null}
          onOpen={(row) => show({ kind: 'row', id: row.id })}
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
      {openRow && (
        <Drawer
          open
          size={760}
          onClose={close}
          keyboard={false}
          rootClassName="py-drawer"
          mask={{ enabled: false }}
          title={`${t('data.versions')} · ${openRow.dataTable_dictText} ${openRow.dataName ?? openRow.dataId}`}
        >
          <Suspense>
            <RecordHistory
              key={openRow.dataTable + openRow.dataId}
              table={openRow.dataTable}
              id={openRow.dataId}
              action={(older, newest) =>
                older.restorable && <Restore older={older} newest={newest} />
              }
            />
          </Suspense>
        </Drawer>
      )}
    </div>
  )
}
