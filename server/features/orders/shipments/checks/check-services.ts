import { takesKind } from '#contracts/orders/kinds/service-kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { Report, ServiceRef } from './validated-order.ts'

/** The codes of a service's list; null where it can do all of them. */
export function valueAddedCodes(text: string | null): string[] | null {
  const codes = (text ?? '')
    .split(/[,，;\s]+/)
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean)
  return codes.length > 0 ? codes : null
}

/** A service for returns or into a marketplace's warehouse takes no other orders. */
export function checkBusiness(
  { shipmentResource }: Pick<OrderDraft, 'shipmentResource'>,
  { tradeType, code }: ServiceRef,
  report: Report,
): void {
  if (!takesKind(tradeType, shipmentResource))
    report('serviceId', 'service.otherKind', { value: code })
}

/** Value-added services are those the chosen service can do. */
export function checkServices(draft: OrderDraft, service: ServiceRef, report: Report): void {
  const open = valueAddedCodes(service.valueAdded)
  const refused = (draft.attributes?.services ?? []).filter(
    (code) => open && !open.includes(code.toUpperCase()),
  )
  if (refused.length > 0)
    report('attributes.services', 'valueAdded.notOffered', {
      value: refused.join(', '),
      service: service.code,
    })
}
