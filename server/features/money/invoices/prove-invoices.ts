import { sql } from 'kysely'
import type { DocumentDrift } from '#contracts/money/ledger.ts'
import { BY_HAND, proveDocuments, type Proven } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { isCharge } from './gather.ts'

/** Documents a proof names at most. */
const MOST = 200

proveDocuments('invoices', async (tx) => {
  const parts = [await proveReceivables(tx), await proveIssued(tx)]
  return {
    compared: parts.reduce((sum, { compared }) => sum + compared, 0),
    differ: parts.flatMap(({ differ }) => differ),
  }
})

/**
 * What a customer owes by the month is what its open invoices, its charges on none, its open claims
 * and what was booked by hand come to.
 */
async function proveReceivables(tx: Tx): Promise<Proven> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<DocumentDrift & { compared: number }>`with owed as (
      select a.id, a.customer_id, a.currency, -a.balance as found,
        coalesce((select sum(i.gross - i.paid - i.credited) from ${tenant.rows('invoice').as('i')}
          where i.account_id = a.id and i.kind = 'invoice' and i.number is not null), 0)
        + coalesce((select -sum(t.money) from ${tenant.rows('trade').as('t')}
          where t.account_id = a.id and ${isCharge(tx)}
            and not exists (select 1 from ${tenant.rows('invoiceTrade').as('it')}
              join ${tenant.rows('invoice').as('i')} on i.id = it.invoice_id
              where it.trade_id = t.id and it.live and i.number is not null)), 0)
        + coalesce((select sum(k.amount) from ${tenant.rows('dunningClaim').as('k')}
          where k.customer_id = a.customer_id and k.currency = a.currency
            and k.status = 'open'), 0)
        + coalesce((select -sum(t.money) from ${tenant.rows('trade').as('t')}
            join ${tenant.rows('ledgerTransaction').as('p')} on p.id = t.transaction_id
            left join ${tenant.rows('ledgerTransaction').as('o')} on o.id = p.reverses_id
          where t.account_id = a.id and p.kind <> 'charge' and p.refunds_id is null
            and split_part(coalesce(o.event_key, p.event_key), ':', 1) = any(${BY_HAND}::text[])
          ), 0) as expected
      from ${tenant.rows('ledgerAccount').as('a')} where a.kind = 'receivable')
    select count(*) over ()::int as compared, 'receivable' as "check", c.name as document,
      o.id as account_id, o.currency, o.expected::text as expected, o.found::text as found
    from owed o join ${tenant.rows('customer').as('c')} on c.id = o.customer_id
    order by o.expected = o.found, o.id limit ${MOST}`.execute(tx.db)
  return provenOf(rows)
}

/** An issued invoice is its lines and its trade details; paid and credited are by what was posted. */
async function proveIssued(tx: Tx): Promise<Proven> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<DocumentDrift & { compared: number }>`with issued as (
      select i.id, i.number, i.account_id, i.currency, i.kind, i.frees, i.side, i.net, i.tax,
        i.gross, i.paid, i.credited, i.vat
      from ${tenant.rows('invoice').as('i')} where i.number is not null),
    compared as (
      select i.*, 'lines' as "check", i.gross as expected,
        case when i.kind = 'invoice' then coalesce((select -sum(t.money)
            from ${tenant.rows('invoiceTrade').as('it')}
              join ${tenant.rows('trade').as('t')} on t.id = it.trade_id
            where it.invoice_id = i.id), 0)
        when i.frees then coalesce((select -sum(t.money)
            from ${tenant.rows('invoiceCredit').as('x')}
              join ${tenant.rows('trade').as('t')} on t.id = x.trade_id
            where x.credit_id = i.id), 0)
        else coalesce((select sum(t.money) from ${tenant.rows('invoiceTrade').as('it')}
              join ${tenant.rows('trade').as('t')} on t.id = it.trade_id
            where it.invoice_id = i.id), 0)
          -- Deductions of other invoices' charges, freed with it.
          - coalesce((select sum(t.money) from ${tenant.rows('invoiceCredit').as('x')}
              join ${tenant.rows('trade').as('t')} on t.id = x.trade_id
              join ${tenant.rows('invoiceTrade').as('it')} on it.invoice_id = x.invoice_id
                and it.trade_id = x.trade_id and not it.live
            where x.credit_id = i.id), 0) end as found
      from issued i
      union all
      select i.*, 'lines', i.net, coalesce((select sum(l.net)
        from ${tenant.rows('invoiceLine').as('l')} where l.invoice_id = i.id), 0) from issued i
      union all
      select i.*, 'lines', i.tax, coalesce((select sum((v ->> 'tax')::bigint)
        from jsonb_array_elements(i.vat) as v), 0) from issued i
      union all
      select i.*, 'paid', i.paid, case when i.side = 'customer' then i.gross
        else coalesce((select sum(p.amount) from ${tenant.rows('invoicePayment').as('p')}
          where p.invoice_id = i.id), 0) end
      from issued i where i.kind = 'invoice'
      union all
      select i.*, 'credited', i.credited, coalesce((select sum(n.gross)
        from ${tenant.rows('invoice').as('n')}
        where n.credits_id = i.id and n.number is not null), 0)
      from issued i where i.kind = 'invoice')
    select count(*) over ()::int as compared, c."check", c.number as document, c.account_id,
      c.currency, c.expected::text as expected, c.found::text as found
    from compared c order by c.expected = c.found, c.id limit ${MOST}`.execute(tx.db)
  return provenOf(rows)
}

const provenOf = (rows: readonly (DocumentDrift & { compared: number })[]): Proven => ({
  compared: rows[0]?.compared ?? 0,
  differ: rows
    .filter(({ expected, found }) => expected !== found)
    .map(({ compared: _, ...one }) => one),
})
