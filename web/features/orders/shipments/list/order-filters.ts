import type { Field } from '#contracts/kit/field.ts'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { filtersOf as allFilters } from '#contracts/kit/entity.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { filterItems, type FilterItem } from '../../../../kit/list/filters/filter-bar.tsx'
import type { T } from '../../../../kit/text/i18n.ts'
import { filtersOf } from '../../../../kit/list/list-state.ts'

const FIELDS = allFilters(shipmentList)
export const ORDER_FILTERS = filtersOf(FIELDS)
/** Moments the one range of days may stand for. */
const DATES = [
  'createTime',
  'confirmTime',
  'labelTime',
  'receivedTime',
  'outboundTime',
  'deliveredTime',
  'cancelTime',
]
/** In the order clerks reach for them; the state is in the tabs, the import comes by link. */
const ORDER = [
  'shipmentResource',
  'customerId',
  'serviceId',
  'country',
  'createTime',
  'stockState',
  'words',
  'consigneeName',
  'depotId',
  'reference',
  'serialNumber',
  'trackNo',
  'warehouseCode',
  'slotFrom',
  'podState',
  'fbaReady',
  'poCode',
  'fbaCode',
  'company',
  'phone',
  'email',
  'city',
  'postalCode',
  'shipmentPieces',
  'shipmentWeight',
  'measuredWeight',
  'chargeableWeight',
  'cod',
  'codCurrency',
  'channelId',
  'orderMethod',
  'locationStatus',
  'userDepotId',
  'createBy',
  'authorId',
]
const OF_CARTONS: readonly string[] = ['warehouseCode', 'slotFrom', 'podState', 'fbaReady']

export function orderFilterItems(
  t: T,
  {
    staff,
    kind,
    may,
    boxed,
  }: {
    staff: boolean
    kind: OrderKind | null
    may: (spec: Field) => boolean
    /** The list has a box for words and shows what is looked for. */
    boxed: boolean
  },
): FilterItem[] {
  const items = new Map(filterItems(FIELDS, t).map((item) => [item.key, item]))
  return ORDER.filter(
    (key) =>
      (staff || key !== 'customerId') &&
      (!boxed || key !== 'words') &&
      // Staff find them by account or name.
      (!staff || key !== 'authorId') &&
      (kind === null || key !== 'shipmentResource') &&
      (key !== 'stockState' || kind === null || kind.can.usesStock) &&
      (!OF_CARTONS.includes(key) || kind === null || kind.can.hasCartons) &&
      (FIELDS[key] === undefined || may(FIELDS[key])),
  ).flatMap((key) => {
    const item = items.get(key)
    if (!item || key !== 'createTime') return item ?? []
    const kinds = DATES.map((date) => ({ key: date, label: t(date) }))
    return { ...item, label: t('filter.date'), kinds }
  })
}
