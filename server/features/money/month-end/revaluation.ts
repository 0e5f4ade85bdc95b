import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { revaluations } from '#contracts/money/month-end/month-end.ts'
import { lockMonths, post, reverse, type Line } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { dayAfter, monthOf } from './asked-span.ts'
import { askedOf, inBase, type Asked, type Computed } from './computed-list.ts'
import { accountNames } from './trial-balance.ts'

/** What is money: the tenant's, its customers' and what is owed either way. */
const MONETARY = ['customer', 'receivable', 'cash', 'payable', 'cod'] as const

/**
 * Balances in other currencies at the end of a day, above zero what we have: what they were booked
 * at by the rates of their days, and what they are worth at the rate of this one.
 */
export async function revaluedRows(ctx: Ctx, { to, base }: Asked): Promise<Computed> {
  const { tenantId } = ctx.principal
  const system = asSystem(ctx, tenantId)
  const booked = inBase(sql.ref('d.amount'), sql.ref('d.currency'), base, sql.ref('r.rate'))
  const worth = sql`(case when g.balance = 0 then 0
    else ${inBase(sql.ref('g.balance'), sql.ref('g.currency'), base, sql.ref('x.rate'))} end)`
  return {
    rows: sql`select ${to}::text as period, n.name as account, g.kind, g.ref, g.currency,
        g.balance, trim_scale(round(x.rate, 8)) as exchange_rate, ${base}::text as base_currency, g.book_value,
        ${worth} as value, ${worth} - g.book_value as difference, v.create_time as posted_at,
        v.create_by as posted_by
      from (select d.kind, d.ref, d.currency, sum(d.amount)::bigint as balance,
          case when bool_and(r.rate is not null) then sum(${booked})::bigint end as book_value
        from (select a.kind, a.ref, e.currency, t.booked_on as day,
            (-sum(e.amount))::bigint as amount
          from ${system.rows('ledgerAccount').as('a')}
            join ${system.rows('ledgerEntry').as('e')} on e.account_id = a.id
            join ${system.rows('ledgerTransaction').as('t')} on t.id = e.transaction_id
          where a.kind = any(${[...MONETARY]}::text[]) and a.currency <> ${base}
            and t.booked_on <= ${to}::date
          group by 1, 2, 3, 4) as d
          cross join lateral exchange_rate_on(${tenantId}::bigint, d.currency, ${base}::text,
            d.day) as r
        group by d.kind, d.ref, d.currency) as g
        join jsonb_to_recordset(${await accountNames(ctx)}::jsonb) as n (kind text, ref text, name text)
          on n.kind = g.kind and n.ref = g.ref
        cross join lateral exchange_rate_on(${tenantId}::bigint, g.currency, ${base}::text,
          ${to}::date) as x
        left join ${system.rows('revaluation').as('v')} on v.day = ${to}::date
      where g.balance <> 0 or g.book_value is distinct from 0`,
    order: sql`kind, account, ref, currency`,
  }
}

interface Revalued {
  account: string
  currency: string
  balance: string
  exchangeRate: string | null
  bookValue: string | null
  value: string | null
  difference: string | null
}

/**
 * Posts what balances in other currencies gained and lost up to a day that is over, and takes it
 * back on the next one. Once for a day: it is compared under the lock of its row.
 */
export function postRevaluation(
  ctx: Ctx,
  { day }: In<typeof revaluations.post>,
): Promise<Out<typeof revaluations.post>> {
  return inTx(ctx, async (tx) => {
    // Before anything is read: what is posted meanwhile would be neither in it nor after it.
    await lockMonths(tx)
    const asked = await askedOf(tx, { day_end: day })
    const { base } = asked
    if (day >= (await businessDay(tx))) fail('revaluation.dayNotOver', { day })
    await requireOpenMonths(tx, [day, dayAfter(day)])
    const { rows, order } = await revaluedRows(tx, asked)
    const found = await sql`select v.account, v.currency, v.balance, v.exchange_rate,
        v.book_value, v.value, v.difference
      from (${rows}) as v order by ${order}`.execute(tx.db)
    const revalued = found.rows as Revalued[]
    const unknown = revalued.filter(({ difference }) => difference === null)
    if (unknown.length > 0)
      fail('revaluation.noRate', {
        currencies: [...new Set(unknown.map(({ currency }) => currency))].join(', '),
        base,
      })
    const differences = revalued.map(({ difference }) => BigInt(difference!))
    const sum = (sign: 1 | -1) =>
      differences.reduce((all, one) => (one * BigInt(sign) > 0n ? all + one : all), 0n)
    const [gain, loss] = [sum(1), -sum(-1)]
    if (gain === 0n && loss === 0n) fail('revaluation.nothing', { day })
    const { username, tenantId } = tx.principal
    const made = await sql<{ id: string }>`insert into revaluation (tenant_id, day, currency, lines,
        gain, loss, create_by)
      values (${tenantId}, ${day}::date, ${base}, ${JSON.stringify(revalued)}::jsonb,
        ${gain.toString()}::bigint, ${loss.toString()}::bigint, ${username})
      on conflict (tenant_id, day) do nothing returning id`.execute(tx.db)
    const id = made.rows[0]?.id ?? fail('revaluation.posted', { day })
    const wire = (minor: bigint) => formatMoney({ minor, currency: base })
    const after = { day, currency: base, gain: wire(gain), loss: wire(loss) }
    await tx.audit('revaluation', id, 'add', null, after)
    const reason = translate(tx.lang, 'revaluations', 'reason', { day })
    const lines = [...side(base, 'fxGain', gain), ...side(base, 'fxLoss', -loss)]
    const posted = await post(tx, {
      key: `revaluation:${id}`,
      kind: 'exchange',
      debit: 'workDone',
      on: day,
      reason,
      lines,
    })
    const back = await reverse(tx, {
      transactionId: posted.transactionId,
      reason,
      on: dayAfter(day),
    })
    await sql`update revaluation as v set transaction_id = ${posted.transactionId},
        reversal_id = ${back.transactionId}
      where ${tx.rows('revaluation').where('v')} and v.id = ${id}`.execute(tx.db)
    return after
  })
}

/** What was gained or lost, against the value of what is held. */
function side(currency: string, ref: 'fxGain' | 'fxLoss', minor: bigint): Line[] {
  if (minor === 0n) return []
  return [
    { account: { kind: 'exchange', ref: 'valuation', currency }, minor: -minor },
    { account: { kind: 'adjustment', ref, currency }, minor },
  ]
}

/** Posted late it would stand in another month than the one it values. */
async function requireOpenMonths(tx: Tx, days: readonly string[]): Promise<void> {
  const found = await sql<{ month: string }>`select to_char(m.month, 'YYYY-MM') as month
    from ${tx.rows('ledgerMonth').as('m')}
    where m.month = any(${days.map(monthOf)}::date[]) and m.status <> 'open'
    order by m.month limit 1`.execute(tx.db)
  const [closed] = found.rows
  if (closed) fail('ledger.monthClosed', { month: closed.month })
}
