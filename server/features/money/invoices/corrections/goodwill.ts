import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import type { goodwill } from '#contracts/money/corrections/goodwill.ts'
import { ask, minorOf, offerRequest, readAccount } from '#server/features/money/accounts/index.ts'
import {
  giveBack,
  leftOf,
  sumLeft,
  type Left,
  type LeftLine,
  type Posted,
} from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { labelOf, lockInvoice } from '../invoice-row.ts'
import { partsOfLeft } from './credit-parts.ts'
import { givenUpOn } from './creditable.ts'

interface Charge {
  transactionId: string
  accountId: string
  currency: string
  about: string | null
}

/**
 * Gives an amount of a charge back out of goodwill, with the tax in it: never more than is left of
 * the charge. What was invoiced gets its credit note as all that is given back. A large amount waits
 * for a second user.
 */
export async function giveGoodwill(
  ctx: Ctx,
  { id, amount, reason }: In<typeof goodwill.give>,
): Promise<Out<typeof goodwill.give>> {
  const charge = await chargeOf(ctx, id)
  const { currency } = charge
  const minor = minorOf('amount', amount, currency, 'positive')
  const done = await inTx(ctx, async (tx) => {
    // One after another for a user: each counts those before it.
    const lock = `goodwill ${tx.principal.tenantId} ${tx.principal.userId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
    const { left, lines } = await partOf(tx, charge, minor)
    if (await isLarge(tx, currency, minor)) return null
    return give(tx, left, { lines, reason, key: `goodwill:${randomUUID()}` })
  })
  if (done) return { requestId: null, no: null }
  const account = await readAccount(ctx, charge.accountId)
  const about = charge.about ? { about: charge.about } : {}
  return ask(ctx, { kind: 'goodwill', account, minor, tradeId: id, ...about, reason })
}

offerRequest('goodwill', async (tx, { id, tradeId, amount, reason }) => {
  const charge = await chargeOf(tx, tradeId!)
  const { left, lines } = await partOf(tx, charge, BigInt(amount))
  return give(tx, left, { lines, reason, key: `goodwill:${id}` })
})

/** What an amount given back would post; all that is left where none is asked for. */
export function goodwillEffect(
  ctx: Ctx,
  { id, amount }: In<typeof goodwill.effect>,
): Promise<Out<typeof goodwill.effect>> {
  return inTx(ctx, async (tx) => {
    const charge = await chargeOf(tx, id)
    const { currency } = charge
    const minor = amount === undefined ? null : minorOf('amount', amount, currency, 'positive')
    const { left, lines } = await partOf(tx, charge, minor)
    const gross = sumLeft(lines)
    const tax = sumLeft(lines.filter(({ tradeItem }) => tradeItem === TAX_ITEM))
    const wire = (of: bigint) => formatMoney({ minor: of, currency })
    return {
      left: wire(sumLeft(left.lines)),
      lines: lines.map((line) => ({ tradeItem: line.tradeItem, amount: wire(line.minor) })),
      net: wire(gross - tax),
      tax: wire(tax),
      gross: wire(gross),
      currency,
      needsTwo: await isLarge(tx, currency, gross),
    }
  })
}

/** The charge a trade detail within the caller's reach belongs to. */
async function chargeOf(ctx: Ctx, tradeId: string): Promise<Charge> {
  const found = await sql<Charge>`select x.transaction_id, x.account_id, x.currency,
      coalesce(x.shipment_no, x.parcel_no) as about
    from ${ctx.rows('trade').as('x')} where x.id = ${tradeId}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** The lines an amount of what is left is made of, the charge locked. */
async function partOf(
  tx: Tx,
  { transactionId, currency }: Charge,
  gross: bigint | null,
): Promise<{ left: Left; lines: LeftLine[] }> {
  await requireNotGivenUp(tx, transactionId)
  const [left] = await leftOf(tx, [transactionId])
  if (!left) return fail('goodwill.noCharge')
  const [part] = partsOfLeft([left], { wanted: () => true, gross }) ?? []
  if (part) return { left, lines: part.lines }
  const data = { left: formatMoney({ minor: sumLeft(left.lines), currency }), currency }
  return failFields([{ path: 'amount', code: 'goodwill.beyondLeft', data }])
}

/** The invoice it is on, locked: what was written off there is not given back once more. */
async function requireNotGivenUp(tx: Tx, transactionId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select i.id
    from ${tx.rows('invoiceTrade').as('it')}
      join ${tx.rows('trade').as('t')} on t.id = it.trade_id
      join ${tx.rows('invoice').as('i')} on i.id = it.invoice_id
    where t.transaction_id = ${transactionId} and i.kind = 'invoice' and i.number is not null
      and not exists (select 1 from ${tx.rows('invoiceCredit').as('x')}
        where x.invoice_id = it.invoice_id and x.trade_id = it.trade_id)
    order by i.id limit 1`.execute(tx.db)
  if (!rows[0]) return
  const row = await lockInvoice(tx, rows[0].id)
  if ((await givenUpOn(tx, row.id)) > 0n) fail('invoice.givenUp', { label: labelOf(row) })
}

/** With what the user gave back alone since a day: many small ones are one large one. */
async function isLarge(ctx: Ctx, currency: string, minor: bigint): Promise<boolean> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(t.money), 0)::text as sum
    from ${tenant.rows('trade').as('t')}
      join ${tenant.rows('ledgerTransaction').as('p')} on p.id = t.transaction_id
    where t.operator = ${ctx.principal.username} and t.currency = ${currency}
      and t.create_time > now() - interval '1 day'
      and split_part(p.event_key, ':', 1) = 'goodwill'`.execute(ctx.db)
  return needsStepUp(minor + BigInt(rows[0]!.sum), currency)
}

async function give(
  tx: Tx,
  left: Left,
  of: { lines: LeftLine[]; reason: string; key: `goodwill:${string}` },
): Promise<Posted> {
  const { lines, reason, key } = of
  const posted = await giveBack(tx, left, { key, reason, lines, trade: { note: reason } })
  return posted ?? fail('ledger.reversedBefore')
}
