import { unprovenOrders } from './features/billing/pods/index.ts'
import {
  carrierSource,
  closings,
  labelCarriers,
  withoutTaker,
} from './features/carriers/carrier-labels/index.ts'
import { fileTakers } from './features/commercial/services/index.ts'
import { parcelsOfGroups } from './features/depot/outbound-tracks/index.ts'
import { isLastClosing } from './features/depot/outbound/index.ts'
import { invoicedOrders, invoicesByBank } from './features/money/invoices/index.ts'
import { bankInvoicePort } from './features/money/recharges/index.ts'
import { invoicedServices, orderCharges } from './features/orders/charging/index.ts'
import { labelSources } from './features/orders/label-sources/index.ts'
import { ownLabels } from './features/orders/labels/index.ts'
import { withCod } from './features/orders/order-cod/index.ts'
import { orderMoney } from './features/orders/shipments/index.ts'
import { groupNumbers } from './features/tracking/tracking/index.ts'
import type { Deps } from './kit/runtime/deps.ts'

/** What features ask of those above them, which they may not name. */
export function fillPorts(deps: Deps): void {
  orderMoney.set(deps, withCod(orderCharges))
  invoicedOrders.set(deps, { waiting: unprovenOrders, services: invoicedServices })
  groupNumbers.set(deps, { parcels: parcelsOfGroups })
  bankInvoicePort.set(deps, invoicesByBank)
  fileTakers.set(deps, { missing: withoutTaker })
  closings.set(deps, { isLast: isLastClosing })
  labelSources.set(deps, {
    called: labelCarriers.of(deps).all.map(carrierSource),
    own: ownLabels,
  })
}
