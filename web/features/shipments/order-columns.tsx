import { shipmentList } from '#contracts/shipments.ts'
import { CopyText, Money } from '../../kit/cells.tsx'
import type { Column } from '../../kit/data-table.tsx'
import type { T } from '../../kit/i18n.ts'
import { resourceColumns } from '../../kit/resource-cells.tsx'
import { marksOf, type OrderRow } from './order-state.ts'

const ORDER = ['serialNumber', 'shipmentStatus', 'reference', 'customerId', 'serviceId', 'depotId', 'consigneeName', 'country', 'city', 'postalCode', 'shipmentPieces', 'shipmentWeight', 'chargeableWeight', 'amount', 'flags', 'createTime'] as const
/** On a phone the card shows what tells one order from another; the rest is one tap away. */
const NOT_ON_CARDS: readonly string[] = ['depotId', 'postalCode', 'chargeableWeight', 'customerId']

export function orderColumns(t: T, options: { staff: boolean; hidden: (key: string) => boolean }): Column<OrderRow>[] {
  const columns = resourceColumns<OrderRow>(shipmentList.fields, 'serialNumber', t, {
    order: ORDER.filter((key) => options.staff || key !== 'customerId'), hidden: options.hidden,
    cells: {
      serialNumber: (row) => <CopyText text={row.serialNumber} />,
      reference: (row) => <CopyText text={row.reference} />,
      amount: (row) => <Money amount={row.amount} currency={row.currency} />,
      flags: (row) => <Marks row={row} t={t} />,
    },
  })
  return columns.map((column) => (NOT_ON_CARDS.includes(column.key) ? { ...column, card: 'hidden' } : column))
}

export function Marks({ row, t }: { row: Parameters<typeof marksOf>[0]; t: T }) {
  const marks = marksOf(row)
  return marks.length > 0 ? <span className="order-marks">{marks.map((mark) => <span key={mark.key} className="order-mark" data-bad={mark.bad || undefined}>{t(`flag.${mark.key}`)}</span>)}</span> : null
}
