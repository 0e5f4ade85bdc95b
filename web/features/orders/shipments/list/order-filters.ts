import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { filterItems, type FilterItem } from '../../../../kit/list/filter-bar.tsx'
import type { T } from '../../../../kit/text/i18n.ts'
import { filtersOf } from '../../../../kit/list/list-state.ts'

export const ORDER_FILTERS = filtersOf(shipmentList.fields)
/** In the order clerks reach for them; the state is in the tabs, the import comes by link. */
const ORDER = [
  'shipmentResource',
  'customerId',
  'serviceId',
  'country',
  'createTime',
  'stockState',
  'consigneeName',
  'depotId',
  'reference',
  'serialNumber',
  'trackNo',
  'poCode',
  'fbaCode',
  'company',
  'city',
  'postalCode',
  'shipmentPieces',
  'shipmentWeight',
  'orderMethod',
  'locationStatus',
  'userDepotId',
  'createBy',
  'confirmTime',
]

export function orderFilterItems(
  t: T,
  { staff, kind }: { staff: boolean; kind: OrderKind | null },
): FilterItem[] {
  const items = new Map(filterItems(shipmentList.fields, t).map((item) => [item.key, item]))
  return ORDER.filter(
    (key) =>
      (staff || key !== 'customerId') &&
      (kind === null || key !== 'shipmentResource') &&
      (key !== 'stockState' || kind === null || kind.can.usesStock),
  ).flatMap((key) => items.get(key) ?? [])
}
