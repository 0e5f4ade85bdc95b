import { Button, Input } from 'antd'
import { useState } from 'react'
import type { InvoicePosition } from '#contracts/money/invoices.parts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import type { Selection } from '../../../kit/list/use-selection.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useItemName } from './line-table.tsx'

export type PositionRow = InvoicePosition & { id: string }
const PAGE = 50
const NONE: readonly PositionRow[] = []

/** The charges of an invoice, page by page; with a `selection` they can be chosen. */
export function Positions({
  id,
  currency,
  selection,
}: {
  id: string
  currency: string
  selection?: Selection<PositionRow>
}) {
  const t = useT('invoices')
  const itemName = useItemName()
  const [pageNo, setPageNo] = useState(1)
  const [typed, setTyped] = useState('')
  const no = useDebouncedValue(typed.trim())
  const { data, error, isPending, refetch } = useApi(
    invoices.positions,
    { id, pageNo, ...(no ? { no } : {}) },
    { keepPrevious: true },
  )
  const rows = data?.records.map((one) => ({ ...one, id: one.transactionId })) ?? NONE
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE))
  const amount = (key: 'net' | 'tax' | 'gross'): Column<PositionRow> => ({
    key,
    title: `${t(key)} ${currency}`,
    width: 110,
    align: 'right',
    render: (row) => <Money amount={row[key]} />,
  })
  const columns: Column<PositionRow>[] = [
    {
      key: 'parcelNo',
      title: t('parcelNo'),
      width: 170,
      card: 'title',
      render: (row) => row.parcelNo ?? row.shipmentNo ?? itemNames(row.items, itemName),
    },
    // What is chosen among has its amount in view.
    ...(selection
      ? [amount('gross')]
      : [
          {
            key: 'at',
            title: t('at'),
            width: 150,
            render: (row: PositionRow) => <Moment at={row.at} />,
          },
          { key: 'service', title: t('service'), width: 130 },
        ]),
    {
      key: 'items',
      title: t('tradeItem'),
      width: 180,
      render: (row) => itemNames(row.items, itemName),
    },
    ...(selection ? [] : [amount('net'), amount('tax'), amount('gross')]),
    {
      key: 'credited',
      title: t('credited'),
      width: 110,
      render: (row) => (row.credited ? t('credit.all') : null),
    },
  ]
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return (
    <div className="inv-positions">
      <Input
        allowClear
        value={typed}
        placeholder={t('credit.find')}
        aria-label={t('credit.find')}
        onChange={(event) => {
          setTyped(event.target.value)
          setPageNo(1)
        }}
      />
      <DataTable<PositionRow>
        label={t('positions')}
        rows={rows}
        loading={isPending}
        columns={columns}
        {...(selection ? { selection } : {})}
        empty={<Empty kind={no ? 'noMatch' : 'nothing'} title={t('credit.none')} />}
      />
      <div className="inv-pages">
        <Button size="small" disabled={pageNo <= 1} onClick={() => setPageNo(pageNo - 1)}>
          ‹
        </Button>
        <span>{`${pageNo} / ${pages}`}</span>
        <Button size="small" disabled={pageNo >= pages} onClick={() => setPageNo(pageNo + 1)}>
          ›
        </Button>
      </div>
    </div>
  )
}

const itemNames = (items: string, nameOf: (code: string) => string): string =>
  items.split(',').map(nameOf).join(', ')
