import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { OrderStepAction } from '#contracts/orders/order-history.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { readReason } from './held-reason.ts'
import { kindCondition, requireKind } from './kind-access.ts'

interface Step {
  shipmentId: string
  action: OrderStepAction
  from?: string
  to?: string
  name?: string
  otherId?: string
}

/** Notes what was done with orders in the transaction that did it. */
export async function noteSteps(tx: Tx, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return
  await sql`insert into order_history (tenant_id, shipment_id, action, from_value, to_value, name,
      other_id, create_by)
    select ${tx.principal.tenantId}, x."shipmentId"::bigint, x.action, x."from", x."to", x.name,
      x."otherId"::bigint, ${tx.principal.username}
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as x("shipmentId" text, action text,
      "from" text, "to" text, name text, "otherId" text)`.execute(tx.db)
}

/** Their name is why. */
const WITH_REASON: readonly OrderStepAction[] = ['hold', 'lost', 'destroy']

interface Row {
  action: OrderStepAction
  from: string | null
  to: string | null
  name: string | null
  otherId: string | null
  otherNumber: string | null
  createBy: string | null
  createTime: string
}

export async function orderHistory(
  ctx: Ctx,
  { id }: In<typeof shipments.history>,
): Promise<Out<typeof shipments.history>> {
  const order = await sql<{ kind: string }>`select s.shipment_resource as kind
    from ${ctx.rows('shipment').as('s')} where s.id = ${id}`.execute(ctx.db)
  requireKind(ctx, 'list', order.rows[0]?.kind ?? failMissing())
  const found = await sql<Row>`select h.action, h.from_value as "from", h.to_value as "to", h.name,
      o.id as other_id, o.serial_number as other_number, h.create_by, h.create_time
    from ${ctx.rows('orderHistory').as('h')}
      left join ${ctx.rows('shipment').as('o')} on o.id = h.other_id and ${kindCondition(ctx, 'o')}
    where h.shipment_id = ${id} order by h.create_time, h.id`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const word = (action: OrderStepAction, value: string | null) =>
    value !== null && action === 'convert' ? texts('shipment_resource', value) : value
  const { perm } = parcels.fields.heldReason
  const seesReason = perm === null || ctx.holds(perm)
  const name = ({ action, name: text }: Row) =>
    text === null || !WITH_REASON.includes(action)
      ? text
      : seesReason
        ? readReason(ctx.lang, text)
        : null
  return found.rows.map((row) => ({
    ...row,
    name: name(row),
    from: word(row.action, row.from),
    to: word(row.action, row.to),
  }))
}
