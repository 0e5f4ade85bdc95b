import { sql } from 'kysely'
import {
  CHOICE_ORDERS_MAX,
  CHOICE_ROWS_MAX,
  type serviceChoices,
} from '#contracts/orders/service-choices.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  chooseService,
  customerOf,
  limitsOfCaller,
  loadReferences,
} from '#server/features/orders/shipments/index.ts'
import { ratedInput, readOrders } from '#server/features/orders/price-trials/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { shownChoice } from './propose.ts'

type Answer = Out<typeof serviceChoices.dryRun>

/** What the rules would have chosen for a customer's orders of the last days; nothing is changed. */
export async function dryRunChoices(
  ctx: Ctx,
  input: In<typeof serviceChoices.dryRun>,
): Promise<Answer> {
  const customerId = await customerOf(ctx, { customerId: input.customerId ?? null })
  const known = await loadReferences(ctx, customerId, {
    needed: { serviceId: null, shipperId: null, userDepotId: null },
    limits: await limitsOfCaller(ctx),
  })
  const heads = (
    await sql<{ id: string; serialNumber: string; kind: string; service: string }>`select s.id,
        s.serial_number, s.shipment_resource as kind,
        (select v.code from delivery_service v
          where v.tenant_id = s.tenant_id and v.id = s.service_id) as service
      from ${ctx.rows('shipment').as('s')}
      where s.customer_id = ${customerId} and s.shipment_status >= 0
        and s.create_time >= now() - ${input.days} * interval '1 day'
      order by s.create_time desc, s.id desc limit ${CHOICE_ORDERS_MAX}`.execute(ctx.db)
  ).rows
  const orders = new Map(
    (
      await readOrders(
        ctx,
        heads.map(({ id }) => id),
      )
    ).map((order) => [order.id, order]),
  )
  const counts = { same: 0, other: 0, none: 0 }
  const rules = new Map<string, Answer['rules'][number]>()
  const rows: Answer['rows'] = []
  for (const { id, serialNumber, kind, service } of heads) {
    const order = orders.get(id)
    if (!order) continue
    const { value, valueCurrency: currency } = order
    const chosen = chooseService(
      known.choices,
      {
        ...ratedInput(order, currency ?? ''),
        date: known.today,
        kind,
        value: value !== null && currency !== null ? { minor: BigInt(value), currency } : null,
      },
      known.services,
    )
    const outcome = !chosen ? 'none' : chosen.service.code === service ? 'same' : 'other'
    counts[outcome] += 1
    if (chosen) {
      const key = `${chosen.choice.id}/${chosen.service.id}`
      const seen = rules.get(key) ?? {
        rule: `${chosen.choice.position} ${chosen.choice.name}`,
        service: chosen.service.code,
        orders: 0,
      }
      seen.orders += 1
      rules.set(key, seen)
    }
    if (rows.length < CHOICE_ROWS_MAX)
      rows.push({ id, serialNumber, service, chosen: chosen && shownChoice(ctx, chosen) })
  }
  return { orders: orders.size, ...counts, rules: [...rules.values()], rows }
}
