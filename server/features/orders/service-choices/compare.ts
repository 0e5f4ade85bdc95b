import { formatMoney } from '#contracts/kit/money.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import { takesKind } from '#contracts/orders/kinds/service-kinds.ts'
import type { ComparedService, serviceChoices } from '#contracts/orders/service-choices.ts'
import {
  askedBy,
  limitsOfCaller,
  loadReferences,
  partsOf,
  piecesIssues,
  priceBy,
  sendingOf,
} from '#server/features/orders/shipments/index.ts'
import { isAllowed } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'

/** What a shipment costs by every service its customer may order, and why the others do not take it. */
export async function compareServices(
  ctx: Ctx,
  draft: In<typeof serviceChoices.compare>,
): Promise<Out<typeof serviceChoices.compare>> {
  const asked = sendingOf(draft)
  if ('code' in asked) fail(asked.code)
  const [limits, { customerId, version }] = await Promise.all([
    limitsOfCaller(ctx),
    askedBy(ctx, draft.customerId ?? null),
  ])
  const known = await loadReferences(ctx, customerId, { known: version, limits })
  const parts = await partsOf(ctx, { customerId, country: asked.country })
  const kind = draft.shipmentResource ?? DEFAULT_KIND
  const services = [...known.services.values()]
    .filter(({ id }) => isAllowed(limits?.services, id))
    .map((service): ComparedService => {
      const { id, code } = service
      const name = ctx.lang === 'en_US' ? (service.nameEn ?? service.name) : service.name
      if (!takesKind(service.tradeType, kind)) {
        const words = translateError(ctx.lang, 'service.otherKind', { value: code })
        return { id, code, name, price: null, transit: null, issues: [words] }
      }
      const priced = priceBy(service.tariff, draft, asked, known.today)
      const pieces = piecesIssues(service, asked.parcels.length)
      if (!priced.ok || pieces.length > 0) {
        const issues = [...pieces, ...(priced.ok ? [] : priced.issues)]
        const words = issues.map((one) => translateError(ctx.lang, one.code, one.params ?? {}))
        return { id, code, name, price: null, transit: null, issues: words }
      }
      const { currency, total, transit } = priced.quote
      const { net, gross } = parts(total)
      const money = (minor: bigint) => formatMoney({ minor, currency })
      const price = { currency, net: money(net), gross: money(gross) }
      return { id, code, name, price, transit, issues: [] }
    })
  return { services }
}
