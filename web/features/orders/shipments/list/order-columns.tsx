import type { Field } from '#contracts/kit/field.ts'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { CopyText, Money, Short } from '../../../../kit/platform/cells.tsx'
import type { Column } from '../../../../kit/table/data-table.tsx'
import type { T } from '../../../../kit/text/i18n.ts'
import { resourceColumns } from '../../../../kit/resource/resource-cells.tsx'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { marksOf, type OrderRow } from './order-state.ts'

const ORDER = [
  'serialNumber',
  'shipmentResource',
  'shipmentStatus',
  'stockState',
  'reference',
  'trackNo',
  'fbaCode',
  'poCode',
  'customerId',
  'serviceId',
  'consigneeName',
  'company',
  'shipmentWeight',
  'amount',
  'country',
  'shipmentPieces',
  'chargeableWeight',
  'city',
  'codAmount',
  'createTime',
] as const
/**
 * Narrower than the contract's own: a screen of 1,440 px shows the weight and the price. What must
 * be seen whole widens its column (`fits`); names of people and firms are whole on pointing.
 */
const WIDTHS: Readonly<Record<string, number>> = {
  serialNumber: 134,
  shipmentResource: 84,
  // Twenty digits: a number that is cut is no use.
  trackNo: 190,
  // An id of a shipment is copied, not guessed.
  fbaCode: 156,
  poCode: 100,
  company: 140,
  shipmentStatus: 140,
  stockState: 92,
  reference: 146,
  customerId: 84,
  serviceId: 104,
  consigneeName: 84,
  country: 80,
  city: 116,
  shipmentPieces: 60,
  shipmentWeight: 100,
  amount: 92,
  measuredWeight: 100,
  chargeableWeight: 112,
  createTime: 138,
}
/** The status with its marks, in lists that have no column of tracking numbers. */
const WITH_MARKS = 160
/** Shorter than the fields' own names. */
const TITLES: Readonly<Record<string, string>> = { city: 'place', country: 'countryShort' }
/** On a phone: four or five facts that distinguish orders; the rest is one tap away. */
const NOT_ON_CARDS: readonly string[] = [
  'serviceId',
  'shipmentPieces',
  'shipmentWeight',
  'measuredWeight',
  'chargeableWeight',
  'city',
  'customerId',
  'reference',
  'createTime',
]

/** Where an order has many boxes, their number is one of the facts. */
const isOnCards = (key: string, kind: OrderKind | null): boolean =>
  !NOT_ON_CARDS.includes(key) || (key === 'shipmentPieces' && (kind?.can.manyParcels ?? false))

/** A column of some kinds only stands in their lists, the kind itself where kinds are mixed. */
function shown(key: string, { kind, staff }: { kind: OrderKind | null; staff: boolean }): boolean {
  if (key === 'customerId') return staff
  if (key === 'shipmentResource') return kind === null
  // Where a firm or a warehouse receives, its name identifies it better than a person's.
  if (key === 'consigneeName')
    return kind === null || !(kind.columns.includes('company') || kind.can.hasCartons)
  return !OF_KINDS.has(key) || (kind?.columns.includes(key) ?? false)
}
const OF_KINDS: ReadonlySet<string> = new Set([
  'trackNo',
  'fbaCode',
  'poCode',
  'company',
  'stockState',
])

export function orderColumns(
  t: T,
  options: {
    kind: OrderKind | null
    staff: boolean
    hidden: (key: string) => boolean
    may: (spec: Field) => boolean
  },
): Column<OrderRow>[] {
  const columns = resourceColumns<OrderRow>(shipmentList.fields, 'serialNumber', t, {
    order: ORDER.filter((key) => shown(key, options)),
    hidden: options.hidden,
    may: options.may,
    sums: ['shipmentPieces', 'shipmentWeight', 'chargeableWeight', 'amount'],
    cells: {
      serialNumber: (row) => <CopyText text={row.serialNumber} />,
      reference: (row) => <CopyText text={row.reference} />,
      trackNo: (row) => <CopyText text={row.trackNo} />,
      serviceId: (row) => (
        <span title={row.serviceId_dictText ?? undefined}>{row.serviceCode}</span>
      ),
      customerId: (row) => <Short text={row.customerId_dictText} limit={60} named />,
      consigneeName: (row) => <Short text={row.consigneeName} limit={60} named />,
      company: (row) => <Short text={row.company} limit={60} named />,
      city: (row) => <Short named limit={60} text={placeOf(row, options)} />,
      flags: (row) => <Marks row={row} t={t} />,
      amount: (row) => <Money amount={row.amount} currency={row.currency} />,
      codAmount: (row) => <Money amount={row.codAmount} currency={row.codCurrency} />,
      shipmentStatus: (row) => (
        <span className="order-status">
          <DictTag
            code="shipment_status"
            value={row.shipmentStatus}
            text={row.shipmentStatus_dictText ?? null}
          />
          <FirstMark row={row} t={t} />
        </span>
      ),
    },
  })
  return columns.map((column) => ({
    ...column,
    ...(column.key === 'city' ? { fits: (row: OrderRow) => placeOf(row, options) } : {}),
    ...(column.key in TITLES ? { title: t(TITLES[column.key] ?? column.key) } : {}),
    width:
      column.key === 'shipmentStatus' && !options.kind?.columns.includes('trackNo')
        ? WITH_MARKS
        : (WIDTHS[column.key] ?? column.width ?? 140),
    ...(isOnCards(column.key, options.kind) ? {} : { card: 'hidden' as const }),
  }))
}

const placeOf = (
  { postalCode, city }: OrderRow,
  { hidden }: { hidden: (key: string) => boolean },
): string => [hidden('postalCode') ? null : postalCode, city].filter(Boolean).join(' ')

/** The most urgent mark in a word that fits, and how many more; all of them in words on pointing. */
function FirstMark({ row, t }: { row: Parameters<typeof marksOf>[0]; t: T }) {
  const [first, ...more] = marksOf(row)
  if (!first) return null
  const whole = [first, ...more].map(({ key }) => t(`flag.${key}`)).join(t('list.comma'))
  return (
    <span className="order-marks" title={whole}>
      <span className="py-hidden">{whole}</span>
      <span className="order-mark" data-bad={first.bad || undefined} aria-hidden>
        {t(`flag.short.${first.key}`)}
      </span>
      {more.length > 0 && (
        <span className="order-mark" aria-hidden>
          +{more.length}
        </span>
      )}
    </span>
  )
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
