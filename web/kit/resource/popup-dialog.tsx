import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal, Table } from 'antd'
import { useId, useState, type KeyboardEvent } from 'react'
import { reports } from '#contracts/insight/reports.ts'
import { focusFirst } from '../form/focus-first.ts'
import { ErrorNote } from '../platform/empty.tsx'
import { formatMoment, formatNumber } from '../text/formats.ts'
import { useT } from '../text/i18n.ts'
import { useNotify } from '../http/notify.tsx'
import { PopupQuery } from './popup-query.tsx'
import { askReport, rowKeyOf, wordFor, type Picked, type PopupPickerProps } from './popup-rules.ts'
import './popup.css'

// Specification §9.
const WIDTH = 1200
const SCROLL = 1100
const SIZES = [10, 20, 30]

type Sort = { column: string; order: 'asc' | 'desc' } | null

/** As lists show it: moments in the person's zone, digits in groups of three. */
function cellOf(type: string, text: string): string {
  if (type === 'Datetime') return formatMoment(text)
  return type === 'Integer' || type === 'BigDecimal' ? formatNumber(text) : text
}

function focusRow(row: Element | null | undefined): void {
  if (row instanceof HTMLElement && row.classList.contains('ant-table-row')) row.focus()
}

/** The window of a popup picker: query form, rows, and the choice over all pages. */
export default function PopupDialog({
  code,
  multi = false,
  groupId,
  title,
  param = {},
  onOk,
  onClose,
}: PopupPickerProps & { onOk: (rows: readonly Picked[]) => void; onClose: () => void }) {
  const t = useT('reports')
  const notify = useNotify()
  const queryId = useId()
  const [page, setPage] = useState({ no: 1, size: SIZES[0] ?? 10 })
  const [sort, setSort] = useState<Sort>(null)
  const [query, setQuery] = useState<Record<string, string>>({})
  const [chosen, setChosen] = useState<ReadonlyMap<string, Picked>>(new Map())

  const described = useQuery({
    queryKey: [reports.getRpColumns.path, code, groupId],
    queryFn: ({ signal }) => askReport(reports.getRpColumns, { code }, groupId, signal),
    retry: false,
    staleTime: 0,
  })
  const id = described.data?.cgRpConfigId
  const input = {
    ...param,
    ...query,
    pageNo: String(page.no),
    pageSize: String(page.size),
    ...sort,
  }
  const found = useQuery({
    queryKey: [reports.getData.path, id, groupId, input],
    queryFn: ({ signal }) =>
      askReport(reports.getData, { cgRpConfigId: id, ...input }, groupId, signal),
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

  const toggle = (row: Picked) =>
    setChosen((now) => {
      const next = new Map(now)
      if (!next.delete(rowKeyOf(row))) next.set(rowKeyOf(row), row)
      return next
    })
  const submit = (rows: readonly Picked[]) => {
    if (rows.length === 0 || (!multi && rows.length !== 1)) return notify.warning(t('popup.one'))
    onOk(rows)
  }
  /** Enter takes the row the focus is on, Space marks it, the arrows go from row to row. */
  const rowKey = (event: KeyboardEvent<HTMLElement>, row: Picked) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') submit(multi && chosen.size > 0 ? [...chosen.values()] : [row])
    else if (event.key === ' ') toggle(row)
    else if (event.key === 'ArrowDown') focusRow(event.currentTarget.nextElementSibling)
    else if (event.key === 'ArrowUp') focusRow(event.currentTarget.previousElementSibling)
    else return
    event.preventDefault()
  }
  const options = described.data?.dictOptions ?? {}
  const failed = described.error ?? found.error
  return (
    <Modal
      open
      title={title ?? described.data?.cgRpConfigName ?? ''}
      width={WIDTH}
      className="py-popup"
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      onOk={() => submit([...chosen.values()])}
      onCancel={onClose}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && focusFirst(queryId)}
    >
      {id !== undefined && (
        <PopupQuery
          formId={queryId}
          id={id}
          groupId={groupId}
          onAsk={(values) => {
            setQuery(values)
            setPage((now) => ({ ...now, no: 1 }))
          }}
        />
      )}
      {chosen.size > 0 && (
        <p className="py-popup-chosen" role="status">
          {t('popup.chosen', { count: chosen.size })}{' '}
          <button type="button" className="py-link" onClick={() => setChosen(new Map())}>
            {t('bulk.clear')}
          </button>
        </p>
      )}
      {failed && !found.data ? (
        <ErrorNote
          error={failed}
          retry={() => void (described.isError ? described.refetch() : found.refetch())}
        />
      ) : (
        <Table<Picked>
          size="small"
          bordered
          scroll={{ x: SCROLL }}
          rowKey={rowKeyOf}
          loading={found.isFetching || described.isPending}
          dataSource={found.data?.records ?? []}
          columns={(described.data?.columns ?? []).map((column) => ({
            title: column.title,
            dataIndex: column.dataIndex,
            key: column.dataIndex,
            align: column.align,
            ellipsis: true,
            sorter: column.sorter === 'true',
            sortOrder:
              sort?.column === column.dataIndex
                ? sort.order === 'asc'
                  ? ('ascend' as const)
                  : ('descend' as const)
                : null,
            ...(column.fieldType === 'Datetime' ? { width: 160 } : {}),
            render: (value: unknown) =>
              cellOf(
                column.fieldType,
                wordFor(column.customRender ? options[column.customRender] : undefined, value),
              ),
          }))}
          rowSelection={{
            fixed: true,
            selectedRowKeys: [...chosen.keys()],
            onSelect: (row) => toggle(row),
            onSelectAll: (on, _, rows) =>
              setChosen((now) => {
                const next = new Map(now)
                for (const row of rows) {
                  if (on) next.set(rowKeyOf(row), row)
                  else next.delete(rowKeyOf(row))
                }
                return next
              }),
          }}
          onRow={(row) => ({
            tabIndex: 0,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => rowKey(event, row),
            onClick: () => toggle(row),
            onDoubleClick: () => (multi ? undefined : onOk([row])),
          })}
          pagination={{
            current: page.no,
            pageSize: page.size,
            total: Number(found.data?.total ?? 0),
            showQuickJumper: true,
            showSizeChanger: true,
            pageSizeOptions: SIZES,
            showTotal: (total, [from, to]) => t('pager.total', { from, to, total }),
          }}
          onChange={(pages, _, sorted) => {
            const one = Array.isArray(sorted) ? sorted[0] : sorted
            const next: Sort =
              one?.order && typeof one.field === 'string'
                ? { column: one.field, order: one.order === 'ascend' ? 'asc' : 'desc' }
                : null
            const resorted = next?.column !== sort?.column || next?.order !== sort?.order
            setSort(next)
            setPage({ no: resorted ? 1 : (pages.current ?? 1), size: pages.pageSize ?? page.size })
          }}
        />
      )}
    </Modal>
  )
}
