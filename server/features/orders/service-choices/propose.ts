import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import type { serviceChoices } from '#contracts/orders/service-choices.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import {
  chooseForDraft,
  choiceInWords,
  customerOf,
  limitsOfCaller,
  loadReferences,
  type Chosen,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

type Answer = Out<typeof serviceChoices.propose>

export function shownChoice(ctx: Ctx, chosen: Chosen): NonNullable<Answer['chosen']> {
  const { service, choice } = chosen
  return {
    serviceId: service.id,
    serviceCode: service.code,
    serviceName: ctx.lang === 'en_US' ? (service.nameEn ?? service.name) : service.name,
    rule: choice.name,
    text: choiceInWords(ctx.lang, chosen, ctx.can(SEE_PRICES)),
  }
}

/** For the form: what an order without a service would be sent by. */
export async function proposeService(
  ctx: Ctx,
  input: In<typeof serviceChoices.propose>,
): Promise<Answer> {
  const draft = orderDraft.partial().parse(input)
  const customerId = await customerOf(ctx, { customerId: draft.customerId ?? null })
  const known = await loadReferences(ctx, customerId, {
    needed: { serviceId: null, shipperId: null, userDepotId: null },
    limits: await limitsOfCaller(ctx),
  })
  const chosen = chooseForDraft(draft, known)
  return { chosen: chosen && shownChoice(ctx, chosen) }
}
