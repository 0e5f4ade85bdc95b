import { businessSpan } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { STATEMENT_DAYS, type accounts } from '#contracts/money/accounts.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { readAccount, wireAmount, type Account } from './read-account.ts'

export interface Statement {
  account: Account
  opening: bigint
  income: bigint
  outgo: bigint
  closing: bigint
  lines: number
}

const DAY_MS = 86_400_000

/**
 * Two days (UTC) of an account. The opening balance is today's less all that came since, so the
 * sums of statements in a row fit together to the cent.
 */
export async function statementOf(
  ctx: Ctx,
  { id, from, to }: In<typeof accounts.statement>,
): Promise<Statement> {
  if (to < from) failFields([{ path: 'to', code: 'account.spanBackwards' }])
  if (Date.parse(to) - Date.parse(from) >= STATEMENT_DAYS * DAY_MS)
    failFields([{ path: 'to', code: 'account.spanTooLong', data: { max: STATEMENT_DAYS } }])
  const account = await readAccount(ctx, id)
  const { first, next } = await businessSpan(ctx, from, to)
  const found = await sql<{
    balance: string
    since: string
    income: string
    outgo: string
    lines: number
  }>`select a.balance, coalesce(sum(x.money), 0)::bigint as since,
      coalesce(sum(x.money) filter (where x.money > 0 and x.create_time < ${next}::timestamptz), 0)
        ::bigint as income,
      coalesce(sum(x.money) filter (where x.money < 0 and x.create_time < ${next}::timestamptz), 0)
        ::bigint as outgo,
      (count(x.id) filter (where x.create_time < ${next}::timestamptz))::int as lines
    from ${ctx.rows('ledgerAccount').as('a')}
      left join trade x on x.tenant_id = a.tenant_id and x.account_id = a.id
        and x.create_time >= ${first}::timestamptz
    where a.id = ${id} group by a.balance`.execute(ctx.db)
  const row = found.rows[0]!
  const [income, outgo] = [BigInt(row.income), BigInt(row.outgo)]
  const opening = BigInt(row.balance) - BigInt(row.since)
  return { account, opening, income, outgo, closing: opening + income + outgo, lines: row.lines }
}

export async function readStatement(
  ctx: Ctx,
  input: In<typeof accounts.statement>,
): Promise<Out<typeof accounts.statement>> {
  const { account, opening, income, outgo, closing, lines } = await statementOf(ctx, input)
  const { currency } = account
  const side = (minor: bigint) => ({ currency, amount: wireAmount(minor, currency) })
  return {
    opening: side(opening),
    income: side(income),
    outgo: side(outgo),
    closing: side(closing),
    lines,
  }
}

export interface StatementLine {
  at: string
  tradeType: string
  tradeItem: string
  no: string | null
  note: string | null
  minor: bigint
  balance: bigint
}

const BATCH = 1_000

/** The lines of a statement, oldest first, each with the balance after it. */
export async function* statementLines(
  ctx: Ctx,
  { id, from, to }: In<typeof accounts.statement>,
  opening: bigint,
): AsyncGenerator<StatementLine> {
  let balance = opening
  const { first, next } = await businessSpan(ctx, from, to)
  for (let [at, after] = [first, '0']; ;) {
    const found: { rows: Row[] } = await sql<Row>`select x.id, x.create_time,
        x.create_time::text as mark, x.trade_type,
        x.trade_item, coalesce(x.parcel_no, x.shipment_no, x.out_trade_no) as no, x.note, x.money
      from ${ctx.rows('ledgerAccount').as('a')}
        join trade x on x.tenant_id = a.tenant_id and x.account_id = a.id
      where a.id = ${id} and (x.create_time, x.id) > (${at}::timestamptz, ${after}::bigint)
        and x.create_time < ${next}::timestamptz
      order by x.create_time, x.id limit ${BATCH}`.execute(ctx.db)
    for (const { createTime, money, tradeType, tradeItem, no, note } of found.rows) {
      balance += BigInt(money)
      yield { at: createTime, tradeType, tradeItem, no, note, minor: BigInt(money), balance }
    }
    const last = found.rows.at(-1)
    if (!last || found.rows.length < BATCH) return
    ;[at, after] = [last.mark, last.id]
  }
}

interface Row {
  id: string
  createTime: string
  /** The same to the microsecond. */
  mark: string
  tradeType: string
  tradeItem: string
  no: string | null
  note: string | null
  money: string
}
