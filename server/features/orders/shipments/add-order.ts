import { isId } from '#contracts/kit/envelope.ts'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { checkOrder } from './checks/check-order.ts'
import { requireKind } from './rows/kind-access.ts'
import { loadReferences } from './references.ts'
import type { ValidatedOrder } from './checks/validated-order.ts'
import { auditedOrder, readOrder, visibleOrder } from './rows/read-order.ts'
import { storeOrders } from './parcels/store-orders.ts'
import { limitsOfCaller, tellable } from './spend.ts'

/**
 * Takes an order whole: checked, priced, stored as a draft; a reference the customer used before is
 * refused.
 */
export async function addOrder(
  ctx: Ctx,
  draft: In<typeof shipments.add>,
): Promise<Out<typeof shipments.add>> {
  // Judged before the transaction: that should hold its locks and its connection for the writing
  // alone.
  requireKind(ctx, 'add', draft.shipmentResource)
  const order = await validateOrder(ctx, draft)
  return inTx(ctx, async (tx) => {
    const [id] = await storeOrders(tx, [order], { orderMethod: '1', importId: null })
    if (!id) failFields([{ path: 'reference', code: 'reference.duplicate' }])
    const stored = await readOrder(tx, id)
    await tx.audit('shipment', id, 'add', null, auditedOrder(stored))
    await tx.emit(shipmentAdded, { shipmentIds: [id] })
    return visibleOrder(tx, stored)
  })
}

/** A draft through the checks, or its issues at their fields. */
export async function validateOrder(ctx: Ctx, draft: OrderDraft): Promise<ValidatedOrder> {
  const { customerId, version } = await senderOf(ctx, draft)
  const known = await loadReferences(ctx, customerId, {
    needed: draft,
    known: version,
    limits: await limitsOfCaller(ctx),
  })
  const validated = checkOrder(draft, known)
  if (!validated.ok) failFields(validated.issues.map((issue) => tellable(ctx, issue)))
  return validated.order
}

/** The company's own account, for parcels staff send without a customer; every tenant has one. */
export const COMPANY_ACCOUNT_CODE = 'HOUSE'

/**
 * Whose order it is: a customer's user has no choice; staff name a customer within their reach, or
 * send for the company itself.
 */
export async function customerOf(ctx: Ctx, draft: Pick<OrderDraft, 'customerId'>): Promise<string> {
  return (await senderOf(ctx, draft)).customerId
}

/** The same, with the version of the set-up where the question went to the database anyway. */
async function senderOf(
  ctx: Ctx,
  draft: Pick<OrderDraft, 'customerId'>,
): Promise<{ customerId: string; version?: string }> {
  if (ctx.principal.customerId !== null) return { customerId: ctx.principal.customerId }
  if (draft.customerId && !isId(draft.customerId))
    failFields([{ path: 'customerId', code: 'field.ref' }])
  const which = draft.customerId
    ? sql`c.id = ${draft.customerId}`
    : sql`c.code = ${COMPANY_ACCOUNT_CODE}`
  const found = await sql<{
    id: string
    status: number
    version: string | null
  }>`select c.id, c.status,
      (select v.version from config_version v where v.tenant_id = c.tenant_id) as version
      from ${ctx.rows('customer').as('c')} where ${which}`.execute(ctx.db)
  const customer = found.rows[0]
  if (!customer)
    failFields([{ path: 'customerId', code: draft.customerId ? 'field.ref' : 'field.required' }])
  if (customer.status !== 1) failFields([{ path: 'customerId', code: 'customer.frozen' }])
  return { customerId: customer.id, version: customer.version ?? '0' }
}
