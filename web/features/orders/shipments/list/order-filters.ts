import { shipmentList } from '#contracts/orders/shipments.ts'
import { filterItems, type FilterItem } from '../../../../kit/list/filter-bar.tsx'
import type { T } from '../../../../kit/text/i18n.ts'
import { filtersOf } from '../../../../kit/list/list-state.ts'

export const ORDER_FILTERS = filtersOf(shipmentList.fields)
/** In the order clerks reach for them; the state is in the tabs, the import comes by link. */
const ORDER = [
  'customerId',
  'serviceId',
  'country',
  'createTime',
  'consigneeName',
  'depotId',
  'reference',
  'serialNumber',
  'city',
  'postalCode',
  'shipmentPieces',
  'shipmentWeight',
  'orderMethod',
  'confirmTime',
]

export function orderFilterItems(t: T, staff: boolean): FilterItem[] {
  const items = new Map(filterItems(shipmentList.fields, t).map((item) => [item.key, item]))
  return ORDER.filter((key) => staff || key !== 'customerId').flatMap((key) => items.get(key) ?? [])
}
