import { permsFor, type Crud } from '#contracts/kit/crud.ts'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { customers } from '#contracts/parties/customers.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { depots } from '#contracts/parties/depots.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import { returnTrackList } from '#contracts/returns/return-tracks.ts'
import { SEE_COSTS, SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { stockBalanceList } from '#contracts/orders/stock/stock-balances.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied } from '#server/kit/http/errors.ts'

/** Groups of permissions: one of each group is needed. */
type Needs = readonly (readonly string[])[]

const ofList = (of: Pick<Crud, 'perm'>, exported: Pick<Crud, 'perm'> = of) => ({
  list: [permsFor(of, 'list')],
  export: [permsFor(exported, 'export')],
})

/**
 * Views of the schema `report`, each open to who may list the same rows in the product: a report is
 * no way round it.
 */
const VIEWS: Readonly<Record<string, { list: Needs; export: Needs }>> = {
  customers: ofList(customers),
  consignees: ofList(consigneeList),
  shippers: ofList(shipperList),
  depots: ofList(depots),
  services: ofList(deliveryServices),
  shipments: ofList(shipmentList),
  parcels: ofList(parcels, shipmentList),
  users: ofList(userList),
  stock: ofList(stockBalanceList),
  returns: ofList(returnTrackList),
  earnings: {
    list: [['dash:earnings:view'], [SEE_PRICES], [SEE_COSTS]],
    export: [['dash:earnings:view'], [SEE_PRICES], [SEE_COSTS]],
  },
  countries: { list: [], export: [] },
}

export const VIEW_NAMES: ReadonlySet<string> = new Set(Object.keys(VIEWS))

export function requireViews(ctx: Ctx, reads: Iterable<string>, action: 'list' | 'export'): void {
  for (const view of reads)
    for (const group of VIEWS[view]?.[action] ?? [['']]) if (!group.some(ctx.holds)) failDenied()
}
