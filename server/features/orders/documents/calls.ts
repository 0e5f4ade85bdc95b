import { documents } from '#contracts/orders/documents.ts'
import { lockCustomsOfOrders } from '#server/features/orders/shipments/index.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { bundleDocuments } from './bundle-documents.ts'
import { checkCustomsOfOrders } from './check-customs.ts'
import { previewDocuments } from './document-choice.ts'
import { printDocuments } from './print-documents.ts'

/** Customs forms, invoices and packing lists of orders. */
export function documentCalls() {
  return bindEndpoints(documents, {
    print: printDocuments,
    preview: previewDocuments,
    bundle: bundleDocuments,
    checkCustoms: checkCustomsOfOrders,
    lockCustoms: lockCustomsOfOrders,
  })
}
