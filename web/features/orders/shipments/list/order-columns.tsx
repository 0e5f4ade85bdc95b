import type { Field } from '#contracts/kit/field.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { CopyText, Money, Short } from '../../../../kit/table/cells.tsx'
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
  'consigneeName',
  'country',
  'city',
  'shipmentPieces',
  'shipmentWeight',
  'amount',
  'chargeableWeight',
  'createTime',
] as const
/** Narrower than the contract's own: a screen of 1,440 px shows the weight and the price. */
const WIDTHS: Readonly<Record<string, number>> = {
  serialNumber: 138,
  shipmentStatus: 130,
  reference: 148,
  customerId: 112,
  serviceId: 104,
  consigneeName: 112,
  country: 76,
  city: 142,
  shipmentPieces: 68,
  shipmentWeight: 88,
  amount: 100,
  chargeableWeight: 100,
  createTime: 138,
}
/** On a phone the card shows what tells one order from another; the rest is one tap away. */
const NOT_ON_CARDS: readonly string[] = [
  'serviceId',
  'shipmentPieces',

  'chargeableWeight',
  'customerId',
  'reference',
  'createTime',
]

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
      city: (row) => (
        <Short
          text={[options.hidden('postalCode') ? null : row.postalCode, row.city]
            .filter(Boolean)
            .join(' ')}
        />
      ),
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
    ...(column.key === 'city' ? { title: t('place') } : {}),
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
