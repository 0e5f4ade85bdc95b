import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessSpan } from '#server/kit/db/business-day.ts'
import { inBase, type Asked, type Computed } from './computed-list.ts'

/**
 * What customers within the caller's reach owed by the month at the end of a day: invoices with what
 * was open then, claims of dunning, and what the account has on no invoice. So the open amounts of a
 * customer come to its account as it was then.
 */
export async function openItemRows(ctx: Ctx, { to, base }: Asked): Promise<Computed> {
  const { tenantId } = ctx.principal
  const { next } = await businessSpan(ctx, to)
  const worth = inBase(sql.ref('o.open'), sql.ref('o.currency'), base, sql.ref('x.rate'))
  const listed = sql`select i.account_id, i.number, 'invoice' as kind, i.customer_id, i.issued_on,
      i.due_on, i.currency, i.gross, p.paid, n.credited, i.gross - p.paid - n.credited as open
    from ${ctx.rows('invoice').as('i')}
      cross join lateral (select coalesce(sum(y.amount), 0)::bigint as paid
        from ${ctx.rows('invoicePayment').as('y')}
          join ${ctx.rows('ledgerTransaction').as('b')} on b.id = y.transaction_id
        where y.invoice_id = i.id and b.booked_on <= ${to}::date) as p
      cross join lateral (select coalesce(sum(z.gross), 0)::bigint as credited
        from ${ctx.rows('invoice').as('z')}
        where z.credits_id = i.id and z.issued_on <= ${to}::date) as n
    where i.kind = 'invoice' and i.side = 'receivable' and i.issued_on <= ${to}::date
    union all
    select a.id, 'D' || k.letter_id, 'claim', k.customer_id, d.made_on, d.pay_by, k.currency,
      k.amount, 0, 0, k.amount
    from ${ctx.rows('dunningClaim').as('k')}
      join ${ctx.rows('dunningLetter').as('d')} on d.id = k.letter_id
      join ${ctx.rows('ledgerAccount').as('a')} on a.customer_id = k.customer_id
        and a.currency = k.currency and a.kind = 'receivable'
    where k.create_time < ${next}::timestamptz
      and (k.status = 'open' or k.update_time >= ${next}::timestamptz)`
  return {
    rows: sql`with listed as (${listed}),
      owed as (select a.id, a.customer_id, a.currency, (-sum(e.amount))::bigint as owed
        from ${ctx.rows('ledgerAccount').as('a')}
          join ${ctx.rows('ledgerEntry').as('e')} on e.account_id = a.id
          join ${ctx.rows('ledgerTransaction').as('t')} on t.id = e.transaction_id
        where a.kind = 'receivable' and t.booked_on <= ${to}::date
        group by a.id, a.customer_id, a.currency),
      every as (select l.* from listed l
        union all select o.id, null, 'account', o.customer_id, null, null, o.currency, r.rest, 0, 0,
          r.rest
        from owed o
          cross join lateral (select o.owed - coalesce(sum(l.open), 0)::bigint as rest
            from listed l where l.account_id = o.id) as r)
      select ${to}::text as period, o.*, late.days as days_late, case
          when late.days is null or late.days <= 0 then 'notDue' when late.days <= 30 then 'd30'
          when late.days <= 60 then 'd60' when late.days <= 90 then 'd90' else 'older' end as age,
        trim_scale(round(x.rate, 8)) as exchange_rate, ${base}::text as base_currency, ${worth} as base_open
      from every o
        cross join lateral (select greatest(${to}::date - o.due_on, 0) as days) as late
        cross join lateral exchange_rate_on(${tenantId}::bigint, o.currency, ${base}::text,
          ${to}::date) as x
      where o.open <> 0`,
    order: sql`customer_id, currency, issued_on nulls last, number`,
  }
}
