import { stockWaves, type OrderStockLine } from '#contracts/orders/stock/stock-waves.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { skuText } from './sku-select.tsx'

interface Row {
  id: string
  line: OrderStockLine
  piece: OrderStockLine['pieces'][number] | null
}

/** One row per place, and one for what a line is missing or has sent. */
const rowsOf = (lines: readonly OrderStockLine[]): Row[] =>
  lines.flatMap((line) => [
    ...line.pieces.map((piece, at) => ({ id: `${line.id}-${at}`, line, piece })),
    ...(line.missing > 0 || line.shipped > 0 || line.pieces.length === 0
      ? [{ id: line.id, line, piece: null }]
      : []),
  ])

/** What an order has of stock: per line the lots and places, and what is missing. */
export function OrderStock({ id }: { id: string }) {
  const t = useT('order-stock')
  const lang = useLang()
  const { data, isFetching } = useApi(stockWaves.ofOrder, { id })
  const columns: Column<Row>[] = [
    {
      key: 'sku',
      title: t('sku'),
      width: 200,
      card: 'title',
      render: ({ line }) => skuText(line, lang),
    },
    { key: 'place', title: t('place'), width: 100, render: ({ piece }) => piece?.place ?? null },
    { key: 'lot', title: t('lot'), width: 100, render: ({ piece }) => piece?.lot ?? null },
    {
      key: 'expiryDate',
      title: t('expiryDate'),
      width: 110,
      render: ({ piece }) => (piece?.expiryDate ? <Moment at={piece.expiryDate} day /> : null),
    },
    {
      key: 'reserved',
      title: t('reserved'),
      width: 80,
      align: 'right',
      render: ({ piece }) => (piece ? <Num value={piece.reserved} /> : null),
    },
    {
      key: 'picked',
      title: t('picked'),
      width: 80,
      align: 'right',
      render: ({ piece }) => (piece ? <Num value={piece.picked} /> : null),
    },
    { key: 'state', title: t('state'), width: 120, render: (row) => <State row={row} /> },
  ]
  return (
    <DataTable<Row>
      label={t('title')}
      columns={columns}
      rows={rowsOf(data ?? [])}
      loading={isFetching}
      keys={false}
      empty={<Empty kind="nothing" title={t('none')} />}
    />
  )
}

function State({ row: { line, piece } }: { row: Row }) {
  const t = useT('order-stock')
  if (piece)
    return (
      <StatusTag tone="done">{t(piece.reserved > 0 ? 'state.reserved' : 'state.picked')}</StatusTag>
    )
  if (line.missing > 0)
    return (
      <StatusTag tone="warning">
        {t(line.waiting ? 'state.waits' : 'state.missing', { count: line.missing })}
      </StatusTag>
    )
  return <StatusTag tone="done">{t('state.shipped', { count: line.shipped })}</StatusTag>
}
