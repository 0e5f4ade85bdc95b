import { Button } from 'antd'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { shipmentImports, type ImportState } from '#contracts/orders/imports/shipment-imports.ts'
import { MoneySums, Moment, Num, Short } from '../../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { Pager } from '../../../../kit/table/pager.tsx'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { FilterBar } from '../../../../kit/list/filters/filter-bar.tsx'
import type { ListFilter } from '../../../../kit/list/list-state.ts'
import { useList } from '../../../../kit/list/use-list.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../kit/session/session.ts'

const FILTERS: readonly ListFilter[] = [
  { key: 'unresolved', kind: 'eq' },
  { key: 'createTime', kind: 'range', moment: true },
]

type Total = ImportState['totals'][number]
/** Gross, as it is charged; the import itself has the net next to it. */
const charged = ({ currency, net, gross }: Total) => ({ currency, amount: gross ?? net })

/** Earlier imports, the running ones among them: a row opens it again. */
export function ImportHistory({
  openId,
  onOpen,
}: {
  openId: string | null
  onOpen: (id: string) => void
}) {
  const t = useT('shipment-imports')
  const staff = useSession().user?.customerId === null
  const seesPrices = useCan(SEE_PRICES)
  const list = useList<ImportState>(shipmentImports.list, { size: 10, filters: FILTERS })
  const columns: Column<ImportState>[] = [
    {
      key: 'fileName',
      title: t('history.file'),
      width: 220,
      card: 'title',
      render: (row) => <Short text={row.fileName} limit={34} />,
    },
    {
      key: 'kind',
      title: t('history.kind'),
      width: 90,
      render: (row) => t(row.dryRun ? 'history.dry' : 'history.real'),
    },
    {
      key: 'status',
      title: t('history.status'),
      width: 180,
      render: (row) =>
        row.dismissedAt === null ? (
          <DictTag code="import_status" value={row.status} text={t(`status.${row.status}`)} />
        ) : (
          t('history.dismissed')
        ),
    },
    ...(staff
      ? [
          {
            key: 'customer',
            title: t('customer'),
            width: 160,
            render: (row: ImportState) => row.customerId_dictText,
          },
        ]
      : []),
    {
      key: 'total',
      title: t('history.total'),
      width: 80,
      align: 'right',
      render: (row) => <Num value={row.total} />,
    },
    {
      key: 'accepted',
      title: t('history.accepted'),
      width: 80,
      align: 'right',
      render: (row) => <Num value={row.accepted} />,
    },
    {
      key: 'refused',
      title: t('history.refused'),
      width: 80,
      align: 'right',
      render: (row) => <Num value={row.refused} />,
    },
    ...(seesPrices
      ? [
          {
            key: 'price',
            title: t('history.price'),
            width: 120,
            align: 'right' as const,
            render: (row: ImportState) => <MoneySums sums={row.totals.map(charged)} />,
          },
        ]
      : []),
    { key: 'createBy', title: t('history.by'), width: 110 },
    {
      key: 'createTime',
      title: t('history.at'),
      width: 150,
      render: (row) => <Moment at={row.createTime} />,
    },
  ]
  return (
    <section className="import-history">
      <h2>{t('history.title')}</h2>
      <FilterBar
        list={list}
        items={[
          { key: 'unresolved', label: t('history.unresolved'), input: 'bool' },
          { key: 'createTime', label: t('history.at'), input: 'days' },
        ]}
      />
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<ImportState>
          label={t('history.title')}
          columns={columns}
          rows={list.rows}
          loading={list.loading}
          stale={list.stale}
          openId={openId}
          onOpen={(row) => onOpen(row.id)}
          empty={
            list.narrowed ? (
              <Empty kind="noMatch">
                <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              <Empty kind="nothing" title={t('history.empty')} />
            )
          }
        />
      )}
      {list.total > 10 && <Pager list={list} />}
    </section>
  )
}
