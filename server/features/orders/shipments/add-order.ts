import { formIssues } from '#server/features/platform/rules/index.ts'
import { isId } from '#contracts/kit/envelope.ts'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { COMPANY_ACCOUNT_CODE } from '#contracts/parties/customers.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { choiceInWords } from './choices/choose-for-draft.ts'
import { checkOrder, type Stored } from './checks/check-order.ts'
import { mayWithKind } from './rows/kind-access.ts'
import { loadReferences } from './references.ts'
import type { UserDepotRef, ValidatedOrder } from './checks/validated-order.ts'
import { auditedOrder, detailOf, visibleOrder } from './rows/read-order.ts'
import { headOf } from './rows/written-head.ts'
import { reserveRows, writeOrders } from './parcels/store-orders.ts'
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
  requireAdding(ctx, draft.shipmentResource)
  const sender = await senderOf(ctx, draft)
  const order = await validateFor(ctx, withUserDepot(draft, sender), sender)
  if (sender.isTaken) failTaken()
  return inTx(ctx, async (tx) => {
    const options = { orderMethod: '1', importId: null }
    const reserved = await reserveRows(tx, [order])
    // What was written is known, so it is not read back.
    const stored = await detailOf(tx, headOf(tx, order, { sender, rows: reserved[0]!, options }))
    const [id] = await writeOrders(tx, [order], reserved, {
      ...options,
      logged: () => ({
        ...auditedOrder(stored),
        ...(order.chosen ? { serviceChoice: choiceInWords(tx.lang, order.chosen) } : {}),
      }),
    })
    if (!id) failTaken()
    await tx.emit(shipmentAdded, { shipmentIds: [id] })
    return visibleOrder(tx, stored)
  })
}

/** There is no order yet that could be missing: what is refused is the kind, at its field. */
function requireAdding(ctx: Ctx, kind: string): void {
  if (!mayWithKind(ctx, 'add', kind))
    failFields([{ path: 'shipmentResource', code: 'shipmentResource.denied', data: { kind } }])
}

/** Where it names no code at its depot it gets the customer's default one. */
function withUserDepot<D extends OrderDraft>(draft: D, { usualUserDepot: usual }: Sender): D {
  if (draft.userDepotId || !usual || usual.depotId !== draft.depotId) return draft
  return { ...draft, userDepotId: usual.id }
}

function failTaken(): never {
  failFields([{ path: 'reference', code: 'reference.duplicate' }])
}

interface CheckOptions {
  /** The moment of its prices. */
  at?: string | null
  /** The order before: its unchanged service and values with a check rule are not checked. */
  before?: Readonly<Stored & { reference: string | null; poCode: string | null }> | null
}

/** A draft through the checks, or its issues at their fields. */
export async function validateOrder(
  ctx: Ctx,
  draft: OrderDraft,
  options: CheckOptions = {},
): Promise<ValidatedOrder> {
  return validateFor(ctx, draft, await senderOf(ctx, draft), options)
}

async function validateFor(
  ctx: Ctx,
  draft: OrderDraft,
  { customerId, version, usualUserDepot }: Sender,
  { at = null, before = null }: CheckOptions = {},
): Promise<ValidatedOrder> {
  const known = await loadReferences(ctx, customerId, {
    needed: draft,
    known: version,
    usualUserDepot,
    limits: await limitsOfCaller(ctx),
    at,
  })
  const validated = checkOrder(draft, known, before)
  if (!validated.ok) failFields(validated.issues.map((issue) => tellable(ctx, issue)))
  if (known.ruleCodes.size > 0) {
    const { reference, poCode } = validated.order
    const failed = await formIssues(
      ctx,
      'shipments',
      { reference, poCode },
      before && { ...before },
    )
    if (failed.length > 0) failFields(failed)
  }
  return validated.order
}

/**
 * Whose order it is: a customer's user has no choice; staff name a customer within their reach, or
 * send for the company itself.
 */
export async function customerOf(ctx: Ctx, draft: Pick<OrderDraft, 'customerId'>): Promise<string> {
  return (await senderOf(ctx, draft)).customerId
}

export interface Sender {
  customerId: string
  customerCode: string
  customerName: string
  /** Of the tenant's set-up. */
  version: string
  /** Whether an order of the customer has the draft's reference. */
  isTaken: boolean
  /** The customer's default code at a depot. */
  usualUserDepot: UserDepotRef | null
}

/** The same, with what else there is to ask the database before an order is judged. */
export async function senderOf(
  ctx: Ctx,
  { customerId, reference = null }: Pick<OrderDraft, 'customerId'> & { reference?: string | null },
): Promise<Sender> {
  const own = ctx.principal.customerId
  if (own === null && customerId && !isId(customerId))
    failFields([{ path: 'customerId', code: 'field.ref' }])
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const id = own ?? customerId
  const which = id ? sql`c.id = ${id}` : sql`c.code = ${COMPANY_ACCOUNT_CODE}`
  const found = await sql<{
    id: string
    code: string
    name: string
    status: number
    version: string | null
    isTaken: boolean
    usualId: string | null
    usualCode: string | null
    usualDepotId: string | null
  }>`select c.id, c.code, c.name, c.status,
      u.id as usual_id, u.depot_code as usual_code, u.depot_id as usual_depot_id,
      (select v.version from config_version v where v.tenant_id = c.tenant_id) as version,
      exists (select 1 from ${tenant.rows('shipment').as('s')}
        where s.customer_id = c.id and s.reference = ${reference}) as is_taken
      from ${own === null ? ctx.rows('customer').as('c') : tenant.rows('customer').as('c')}
      left join ${tenant.rows('userDepot').as('u')} on u.customer_id = c.id and u.iz_default
      where ${which}`.execute(ctx.db)
  const customer = found.rows[0]
  if (!customer)
    failFields([{ path: 'customerId', code: customerId ? 'field.ref' : 'field.required' }])
  if (own === null && customer.status !== 1)
    failFields([{ path: 'customerId', code: 'customer.frozen' }])
  return {
    customerId: customer.id,
    customerCode: customer.code,
    customerName: customer.name,
    version: customer.version ?? '0',
    isTaken: customer.isTaken,
    usualUserDepot:
      customer.usualId === null
        ? null
        : { id: customer.usualId, code: customer.usualCode!, depotId: customer.usualDepotId! },
  }
}
