import { sql } from 'kysely'
import type { DocumentDrift } from '#contracts/money/ledger.ts'
import { proveDocuments } from '#server/features/money/ledger/index.ts'
import { asSystem } from '#server/kit/access/ctx.ts'

/** Charges a proof names at most. */
const MOST = 200

/**
 * A charge's state is its postings: what is held is its open hold; what is charged was posted, less
 * what its own adjustments gave back; of what was given back nothing is left.
 */
proveDocuments('charges', async (tx) => {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<DocumentDrift & { compared: number }>`with posted as (
      select c.id, c.parcel_no, c.currency, c.state, c.method, c.amount, c.held, c.customer_id,
        x.taken, x.given,
        coalesce((select sum(h.amount) from ${tenant.rows('ledgerHold').as('h')}
          where h.state = 'open' and h.hold_key in ('order:' || c.id,
            'order:' || c.id || ':' || c.hold_no)), 0) as kept
      from ${tenant.rows('parcelCharge').as('c')}
        cross join lateral charge_in_ledger(c.tenant_id, c.id) as x),
    compared as (
      select p.*, p.held as expected, p.kept as found from posted p
      union all
      select p.*, case p.state when 'charged' then p.amount else 0 end,
        case when p.state <> 'charged' then p.taken - p.given
          when p.given = 0 then p.taken
          -- What another gave back before is not given again where the price fell since.
          when p.amount between p.taken - p.given and p.taken then p.amount
          else p.taken - p.given end
      from posted p where p.method <> '5')
    select count(*) over ()::int as compared, 'charge' as "check", c.parcel_no as document,
      a.id as account_id, c.currency, c.expected::text as expected, c.found::text as found
    from compared c
      left join ${tenant.rows('ledgerAccount').as('a')} on a.party_id = c.customer_id
        and a.ref = '' and a.currency = c.currency
        and a.kind = case c.method when '4' then 'receivable' else 'customer' end
    order by c.expected = c.found, c.id limit ${MOST}`.execute(tx.db)
  return {
    compared: rows[0]?.compared ?? 0,
    differ: rows
      .filter(({ expected, found }) => expected !== found)
      .map(({ compared: _, ...one }) => one),
  }
})
