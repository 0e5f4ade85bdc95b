import type { Field } from '#contracts/kit/field.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { CopyText, Money } from '../../../../kit/table/cells.tsx'
import type { Column } from '../../../../kit/table/data-table.tsx'
import type { T } from '../../../../kit/text/i18n.ts'
import { resourceColumns } from '../../../../kit/resource/resource-cells.tsx'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { marksOf, type OrderRow } from './order-state.ts'

const ORDER = [
  'serialNumber',
  'shipmentStatus',
  'reference',
  'customerId',
  'serviceId',
  'depotId',
  'consigneeName',
  'country',
  'city',
  'postalCode',
  'shipmentPieces',
  'shipmentWeight',
  'chargeableWeight',
  'amount',
  'createTime',
] as const
/**
 * Narrower than the contract's own where a screen of 1,366 px is to show what an order is about.
 */
const WIDTHS: Readonly<Record<string, number>> = {
  serialNumber: 132,
  shipmentStatus: 150,
  reference: 132,
  serviceId: 126,
  depotId: 116,
  consigneeName: 136,
  country: 96,
  city: 110,
  postalCode: 92,
  shipmentPieces: 84,
  shipmentWeight: 112,
  chargeableWeight: 132,
  amount: 112,
  createTime: 148,
}
/** On a phone the card shows what tells one order from another; the rest is one tap away. */
const NOT_ON_CARDS: readonly string[] = ['depotId', 'postalCode', 'chargeableWeight', 'customerId']

export function orderColumns(
  t: T,
  options: {
    staff: boolean
    hidden: (key: string) => boolean
    may: (spec: Field) => boolean
  },
): Column<OrderRow>[] {
  const columns = resourceColumns<OrderRow>(shipmentList.fields, 'serialNumber', t, {
    order: ORDER.filter((key) => options.staff || key !== 'customerId'),
    hidden: options.hidden,
    may: options.may,
    sums: ['shipmentPieces', 'shipmentWeight', 'chargeableWeight', 'amount'],
    cells: {
      serialNumber: (row) => <CopyText text={row.serialNumber} />,
      reference: (row) => <CopyText text={row.reference} />,
      amount: (row) => <Money amount={row.amount} currency={row.currency} />,
      shipmentStatus: (row) => (
        <span className="order-status">
          <DictTag
            code="shipment_status"
            value={row.shipmentStatus}
            text={row.shipmentStatus_dictText ?? null}
          />
          <Marks row={row} t={t} />
        </span>
      ),
    },
  })
  return columns.map((column) => ({
    ...column,
    width: WIDTHS[column.key] ?? column.width ?? 140,
    ...(NOT_ON_CARDS.includes(column.key) ? { card: 'hidden' as const } : {}),
  }))
}

export function Marks({ row, t }: { row: Parameters<typeof marksOf>[0]; t: T }) {
  const marks = marksOf(row)
  return marks.length > 0 ? (
    <span className="order-marks">
      {marks.map((mark) => (
        <span key={mark.key} className="order-mark" data-bad={mark.bad || undefined}>
          {t(`flag.${mark.key}`)}
        </span>
      ))}
    </span>
  ) : null
}
