import { documents } from '#contracts/orders/documents.ts'
import { lockCustomsOfOrders } from '#server/features/orders/shipments/index.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { checkCustomsOfOrders } from './check-customs.ts'
import { printDocuments } from './print-documents.ts'

/** Customs forms, invoices and packing lists of orders. */
export function documentCalls() {
  return bindEndpoints(documents, {
    print: printDocuments,
    checkCustoms: checkCustomsOfOrders,
    lockCustoms: lockCustomsOfOrders,
  })
}
