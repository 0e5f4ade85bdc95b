import { DownloadOutlined } from '@ant-design/icons'
import { Button, Table } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { reports } from '#contracts/insight/reports.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { loadWhenIdle } from '../../../kit/http/when-idle.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { PopupQuery } from '../../../kit/resource/popup-query.tsx'
import { wordFor } from '../../../kit/resource/popup-rules.ts'
import { formatMoment, formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import '../../../kit/resource/popup.css'
import './reports.css'

const ReportChart = lazy(loadWhenIdle(() => import('./report-chart.tsx')))
const SIZES = [10, 20, 50, 100]
type Described = Out<typeof reports.getRpColumns>
type Column = Described['columns'][number]
type Row = Record<string, unknown>
type Sort = { column: string; order: 'asc' | 'desc' } | null

/** A report as it runs: what is asked for, the rows with their sums, the chart, the file. */
export default function Report() {
  const { id = '' } = useParams()
  return <Running key={id} id={id} />
}

function Running({ id }: { id: string }) {
  const t = useT('online-reports')
  const [page, setPage] = useState({ no: 1, size: 20 })
  const [sort, setSort] = useState<Sort>(null)
  const [query, setQuery] = useState<Record<string, string>>({})
  const asked = { ...query, ...sort, cgRpConfigId: id }
  const described = useApi(reports.getRpColumns, { code: id })
  const found = useApi(
    reports.getData,
    { ...asked, pageNo: String(page.no), pageSize: String(page.size) },
    { keepPrevious: true, staleTime: 0 },
  )
  const file = useDownload(reports.exportXls)
  const about = described.data
  const words = (name: string, value: unknown) => wordFor(about?.dictOptions[name], value)
  const failed = described.error ?? found.error
  const title = about?.cgRpConfigName ?? ''
  return (
    <div className="rep-run">
      <PageHeader title={title}>
        <Button
          icon={<DownloadOutlined />}
          loading={file.busy}
          onClick={() => void file.run(asked, `${title}.xlsx`)}
        >
          {t('export')}
        </Button>
      </PageHeader>
      <PopupQuery
        formId={`report-${id}`}
        id={id}
        groupId={undefined}
        onAsk={(values) => {
          setQuery(values)
          setPage((now) => ({ ...now, no: 1 }))
        }}
      />
      {failed ? (
        <ErrorNote error={failed} retry={() => void found.refetch()} />
      ) : (
        <>
          {about?.chart && found.data && found.data.records.length > 0 && (
            <Suspense>
              <ReportChart
                chart={about.chart}
                records={found.data.records}
                label={`${t('chart')}: ${title}`}
                words={words}
              />
            </Suspense>
          )}
          <Table<Row>
            size="small"
            bordered
            scroll={{ x: 'max-content' }}
            rowKey={(_, at) => String(at)}
            loading={found.isFetching || described.isPending}
            dataSource={found.data?.records ?? []}
            columns={(about?.columns ?? []).map((column) => ({
              title: column.title,
              dataIndex: column.dataIndex,
              key: column.dataIndex,
              align: isNumber(column) ? ('right' as const) : ('left' as const),
              sorter: column.sorter === 'true',
              sortOrder:
                sort?.column === column.dataIndex
                  ? sort.order === 'asc'
                    ? ('ascend' as const)
                    : ('descend' as const)
                  : null,
              render: (value: unknown, row: Row) => (
                <Cell
                  text={cellText(column, words(column.dataIndex, value))}
                  to={hrefOf(about, column, row)}
                />
              ),
            }))}
            summary={() => (
              <Totals
                columns={about?.columns ?? []}
                totals={found.data?.totals}
                label={t('total')}
              />
            )}
            pagination={{
              current: page.no,
              pageSize: page.size,
              total: found.data?.total ?? 0,
              showSizeChanger: true,
              pageSizeOptions: SIZES,
              showTotal: (total, [from, to]) => t('pager.total', { from, to, total }),
            }}
            onChange={(pages, _, sorted) => {
              const one = Array.isArray(sorted) ? sorted[0] : sorted
              setSort(
                one?.order && typeof one.field === 'string'
                  ? { column: one.field, order: one.order === 'ascend' ? 'asc' : 'desc' }
                  : null,
              )
              setPage({ no: pages.current ?? 1, size: pages.pageSize ?? page.size })
            }}
          />
        </>
      )}
    </div>
  )
}

const isNumber = ({ fieldType, customRender }: Column): boolean =>
  !customRender && (fieldType === 'Integer' || fieldType === 'BigDecimal')

function cellText(column: Column, text: string): string {
  if (column.fieldType === 'Datetime') return formatMoment(text)
  return isNumber(column) && text !== '' ? formatNumber(text) : text
}

/** Where a cell leads: an address of the product with values of its row. */
function hrefOf(about: Described | undefined, column: Column, row: Row): string | null {
  const slot = column.scopedSlots?.customRender
  const href = about?.fieldHrefSlots.find(({ slotName }) => slotName === slot)?.href
  return slot && href
    ? href.replace(/\$\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(row[name] ?? '')))
    : null
}

function Cell({ text, to }: { text: string; to: string | null }) {
  return to === null ? text : <Link to={to}>{text}</Link>
}

function Totals({
  columns,
  totals,
  label,
}: {
  columns: readonly Column[]
  totals: Readonly<Record<string, string | null>> | undefined
  label: string
}) {
  if (!totals || !columns.some(({ isTotal }) => isTotal)) return null
  return (
    <Table.Summary.Row>
      {columns.map(({ dataIndex, isTotal }, at) => (
        <Table.Summary.Cell key={dataIndex} index={at} align={isTotal ? 'right' : 'left'}>
          {isTotal ? (
            <strong>{formatNumber(totals[dataIndex] ?? '0')}</strong>
          ) : at === 0 ? (
            label
          ) : (
            ''
          )}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
}
