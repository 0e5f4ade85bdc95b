import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import type { rerates } from '#contracts/money/rerates.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import {
  lockOrders,
  quoteStored,
  readPriced,
  storePrice,
  type PricedOrder,
} from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing, Refusal } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { asErrorCode, translateError } from '#server/kit/http/texts.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { adjustCosts } from '../adjust-costs.ts'
import { adjustOrder } from '../adjust.ts'
import { lockOrderAccounts } from '../charge-rows.ts'

type Priced = Extract<Awaited<ReturnType<typeof quoteStored>>, { ok: true }>['quote']

interface Rerate {
  order: PricedOrder
  quote: Priced
  before: bigint
  after: bigint
  key: string
}

/** What orders would cost by other prices, and which of them keep theirs. */
export async function previewRerate(
  ctx: Ctx,
  { ids = [], orderIds = [], by }: In<typeof rerates.preview>,
): Promise<Out<typeof rerates.preview>> {
  const { rows: orders } = await sql<{
    id: string
    label: string
    customerName: string
    currency: string
    amount: string | null
  }>`select s.id, s.serial_number as label, c.name as customer_name, s.currency, s.amount
    from ${ctx.rows('shipment').as('s')}
      join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
    where s.id = any(${orderIds}::bigint[]) or s.id in (select t.shipment_id
      from ${ctx.rows('trade').as('t')} where t.id = any(${ids}::bigint[])) order by s.id`.execute(
    ctx.db,
  )
  const bare = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('trade').as('t')}
    where t.id = any(${ids}::bigint[]) and t.shipment_id is null`.execute(ctx.db)
  const rows: Out<typeof rerates.preview>['rows'] = []
  const sums = new Map<string, { before: bigint; after: bigint }>()
  for (const { id, label, customerName, currency, amount } of orders) {
    const text = (minor: bigint) => formatMoney({ minor, currency })
    const row = { id, label, customerName, currency }
    const none = { after: null, difference: null, priceName: null, versionNo: null, key: null }
    try {
      const { quote, before, after, key } = await inTx(ctx, (tx) => rerateOf(tx, id, by))
      const sum = sums.get(currency) ?? { before: 0n, after: 0n }
      sums.set(currency, { before: sum.before + before, after: sum.after + after })
      rows.push({
        ...row,
        before: text(before),
        after: text(after),
        difference: text(after - before),
        priceName: quote.fee.name,
        versionNo: quote.fee.versionNo ?? null,
        code: null,
        message: null,
        key,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const before = amount === null ? null : text(BigInt(amount))
      const message = translateError(ctx.lang, error.code, error.data)
      rows.push({ ...row, ...none, before, code: error.code, message })
    }
  }
  return {
    rows,
    sums: [...sums].map(([currency, { before, after }]) => ({
      currency,
      before: formatMoney({ minor: before, currency }),
      after: formatMoney({ minor: after, currency }),
      difference: formatMoney({ minor: after - before, currency }),
    })),
    without: bare.rows[0]!.count,
  }
}

/**
 * An order as it would be priced by what is in force for its day, a table that was corrected since
 * included, or by what is in force today. Refuses what was never charged, has no price, another
 * currency or the same price.
 */
async function rerateOf(
  tx: Tx,
  shipmentId: string,
  by: In<typeof rerates.preview>['by'],
): Promise<Rerate> {
  const order = await readPriced(tx, shipmentId)
  if (!order) failMissing()
  const { rows } = await sql<{ live: number }>`select count(*)::int as live
    from ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').as('c')}
    where c.shipment_id = ${shipmentId} and c.state in ('held', 'waiting', 'charged')`.execute(
    tx.db,
  )
  if (rows[0]!.live === 0 || order.amount === null) fail('rerate.notCharged')
  const priced = await quoteStored(tx, order, { at: by === 'day' ? order.at : nowIso() })
  if (!priced) fail('rerate.noPrice')
  if (!priced.ok) {
    const [issue] = priced.issues
    fail(issue ? asErrorCode(issue.code) : 'rerate.noPrice', issue?.params)
  }
  const { quote } = priced
  if (quote.currency !== order.currency) fail('rerate.otherCurrency', { currency: quote.currency })
  const before = BigInt(order.amount)
  if (quote.total === before) fail('rerate.same')
  const key = createHmac('sha256', tx.deps.env.secretKey)
    .update([shipmentId, before, quote.total, quote.currency, quote.fee.versionId].join('|'))
    .digest('base64url')
    .slice(0, 22)
  return { order, quote, before, after: quote.total, key }
}

/**
 * Prices charged orders again, each at the price that was shown; one that would cost something else
 * by now is refused. So two who do the same at once charge the difference once.
 */
export async function rerateOrders(
  ctx: Ctx,
  { ids, keys, by }: In<typeof rerates.apply>,
): Promise<BulkResult> {
  await requireStepUpFor(ctx, ids, by)
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      await lockOrders(tx, [id])
      name(await numberOf(tx, id))
      const { order, quote, before, after, key } = await rerateOf(tx, id, by)
      if (keys[id] !== key) fail('rerate.changed')
      await storePrice(tx, order, quote)
      const { currency } = order
      const text = (minor: bigint) => `${formatMoney({ minor, currency })} ${currency}`
      await adjustOrder(tx, id, 'rerate', { before: text(before), after: text(after) })
      await adjustCosts(tx, id, 'rerate')
      return { label: await numberOf(tx, id), message: `${text(before)} → ${text(after)}` }
    },
    async (tx, some) => {
      await lockOrders(tx, some)
      await lockOrderAccounts(tx, some)
    },
  )
}

async function numberOf(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`select s.serial_number as no
    from ${tx.rows('shipment').as('s')} where s.id = ${id}`.execute(tx.db)
  return rows[0]?.no ?? failMissing()
}

/** A call is one change of money: what its orders differ by counts together. */
async function requireStepUpFor(
  ctx: Ctx,
  ids: readonly string[],
  by: In<typeof rerates.apply>['by'],
): Promise<void> {
  const { rows } = await previewRerate(ctx, { orderIds: [...ids], by })
  const sums = new Map<string, bigint>()
  for (const { difference, currency } of rows) {
    const minor = BigInt((difference ?? '0').replace(/[-.]/g, ''))
    sums.set(currency, (sums.get(currency) ?? 0n) + minor)
  }
  for (const [currency, minor] of sums) if (needsStepUp(minor, currency)) return requireStepUp(ctx)
}
