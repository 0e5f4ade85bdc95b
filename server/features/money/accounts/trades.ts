import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { sumMoney } from '#contracts/kit/money.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import { tradeList, type trades } from '#contracts/money/trades.ts'
import { leftOf } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { comparableColumns } from '#server/kit/resource/currency.ts'
import { conditions } from '#server/kit/resource/list-query.ts'
import { visibleFields } from '#server/kit/resource/resource-rows.ts'
import { exportRows } from '#server/kit/resource/resource-sheets.ts'
import { translate } from '#server/kit/http/texts.ts'
import { askedCondition } from './account-hooks.ts'
import { ask } from './ask.ts'
import { requireReversible, reverseTrade } from './decide.ts'
import { readAccount, wireAmount } from './read-account.ts'

/** As many lines as a workbook has room for; a text file is no longer either. */
const EXPORT_LINES = 1_000_000

/** All lines a filter finds, sent as they are read. */
export const exportTrades = (ctx: Ctx, query: ListQuery): Promise<FileReply> =>
  exportRows(ctx, tradeList, query, undefined, translate(ctx.lang, 'trades', 'title'), EXPORT_LINES)

/** What the lines of a filter add up to, by currency. */
export async function sumTrades(ctx: Ctx, query: ListQuery): Promise<Out<typeof trades.sums>> {
  const fields = visibleFields(ctx, tradeList.fields)
  const filters = conditions(fields, query, comparableColumns(tradeList))
  if (query.asked !== undefined) filters.push(askedCondition(ctx, query.asked === 'true'))
  const wanted = filters.length > 0 ? sql.join(filters, sql` and `) : sql`true`
  const found = await sql<{
    currency: string
    income: string
    outgo: string
    lines: number
  }>`select t.currency, coalesce(sum(t.money) filter (where t.money > 0), 0)::bigint as income,
      coalesce(sum(t.money) filter (where t.money < 0), 0)::bigint as outgo, count(*)::int as lines
    from ${ctx.rows('trade').as('t')} where ${wanted}
    group by t.currency order by t.currency`.execute(ctx.db)
  return found.rows.map(({ currency, income, outgo, lines }) => ({
    currency,
    income: wireAmount(income, currency),
    outgo: wireAmount(outgo, currency),
    net: wireAmount(BigInt(income) + BigInt(outgo), currency),
    lines,
  }))
}

/**
 * What taking a trade detail back would give back: all lines of its posting, of a charge those that
 * are left.
 */
export function previewReversal(
  ctx: Ctx,
  { id }: In<typeof trades.reversal>,
): Promise<Out<typeof trades.reversal>> {
  return inTx(ctx, async (tx) => {
    const { transactionId, currency } = await requireReversible(tx, id)
    const lines = await effectOf(tx, transactionId)
    const needsTwo = await isLarge(tx, transactionId)
    const sums = sumMoney(lines)
    return {
      lines: lines.map(({ tradeItem, minor, currency: unit }) => ({
        tradeItem,
        currency: unit,
        amount: wireAmount(minor, unit),
      })),
      total: wireAmount(sums.find((one) => one.currency === currency)?.minor ?? 0n, currency),
      currency,
      needsTwo,
    }
  })
}

/** Lines on accounts of customers, with their amounts as they would go back. */
async function effectOf(
  tx: Tx,
  transactionId: string,
): Promise<{ tradeItem: string; currency: string; minor: bigint }[]> {
  const [left] = await leftOf(tx, [transactionId])
  if (left)
    return left.lines
      .filter(({ minor }) => minor !== 0n)
      .map(({ tradeItem, minor, customer: { currency } }) => ({ tradeItem, minor, currency }))
  const { rows } = await sql<{
    tradeItem: string
    currency: string
    money: string
  }>`select x.trade_item, x.currency, x.money
    from ${asSystem(tx, tx.principal.tenantId).rows('trade').as('x')}
    where x.transaction_id = ${transactionId} order by x.id`.execute(tx.db)
  return rows.map(({ money, ...row }) => ({ ...row, minor: -BigInt(money) }))
}

/** A small amount is taken back at once, a large one when a second user agrees. */
export async function reverseOne(
  ctx: Ctx,
  { id, reason }: In<typeof trades.reverse>,
): Promise<Out<typeof trades.reverse>> {
  const trade = await requireReversible(ctx, id)
  const minor = -BigInt(trade.money)
  const posted = await inTx(ctx, async (tx) => {
    // One after another for a user: each counts those before it.
    const lock = `reversals ${tx.principal.tenantId} ${tx.principal.userId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
    return (await isLarge(tx, trade.transactionId)) ? null : reverseTrade(tx, id, reason)
  })
  if (posted) return { postingId: posted.transactionId, requestId: null, no: null }
  const account = await readAccount(ctx, trade.accountId)
  const { requestId, no } = await ask(ctx, {
    kind: 'reverse',
    account,
    minor,
    tradeId: id,
    reason,
  })
  return { postingId: null, requestId, no }
}

/**
 * The whole posting goes back with any of its lines, so it is measured whole, and with what the
 * user has taken back alone since a day: many small ones are one large one.
 */
async function isLarge(ctx: Ctx, transactionId: string): Promise<boolean> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ currency: string; money: string }>`with own as (
      select x.currency, x.account_id, sum(abs(x.money)) as money
      from ${tenant.rows('trade').as('x')}
      where x.transaction_id = ${transactionId}::bigint
      group by x.currency, x.account_id)
    select o.currency, (o.money + coalesce((select sum(abs(b.money))
        from ${tenant.rows('trade').as('b')}
        where b.trade_type = 'reversal' and b.operator = ${ctx.principal.username}
          and b.currency = o.currency and b.create_time > now() - interval '1 day'), 0))::text
      as money
    from own o`.execute(ctx.db)
  return found.rows.some(({ currency, money }) => needsStepUp(BigInt(money), currency))
}
