import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessSpan, companyTerms } from '#server/kit/db/business-day.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { pastOf } from './draft.ts'
import { isCharge, isFree, isOfMonth, isOfOther } from './gather.ts'
import { taxOfBase, type GroupedVat } from './group-trades.ts'
import { readVat, wire, type StoredVat } from './wire.ts'

const ACCOUNTS_MAX = 2_000

/** What is on no invoice yet, by account; its amount is what an invoice would come to. */
export async function listUninvoiced(
  ctx: Ctx,
  { to: asked }: In<typeof invoices.uninvoiced>,
): Promise<Out<typeof invoices.uninvoiced>> {
  const to = await pastOf(ctx, asked)
  const { timeZone } = await companyTerms(ctx)
  const rows = await inTx(ctx, async (tx) => {
    // Each charge is compared with all invoices: of a tenant the planner knows little of, it would
    // take them one by one, and not end in time.
    await sql`set local enable_nestloop = off`.execute(tx.db)
    return await uninvoicedRows(tx, to, timeZone)
  })
  return rows.map(({ vat, ...row }) => ({ ...row, gross: wire(grossOf(vat), row.currency) }))
}

/** As an invoice has it: VAT is of the sum, but of what goes back it is what was posted. */
function grossOf(stored: readonly StoredVat[]): bigint {
  const vat = stored.map(readVat)
  const gross = (taxOf: (one: GroupedVat) => bigint) =>
    vat.reduce((sum, one) => sum + one.taxable + taxOf(one), 0n)
  const asInvoice = gross(taxOfBase)
  return asInvoice < 0n ? gross(({ tax }) => tax) : asInvoice
}

async function uninvoicedRows(ctx: Ctx, to: string, timeZone: string) {
  const { next } = await businessSpan(ctx, to)
  const found = await sql<{
    accountId: string
    customerId: string
    customer: string
    side: string
    currency: string
    vat: StoredVat[]
    lines: number
    first: string
    last: string
    untaxed: number
    draftId: string | null
  }>`select g.account_id, g.customer_id, g.customer, g.side, g.currency,
      jsonb_agg(jsonb_build_object('country', g.tax_country, 'category', g.tax_category,
        'rate', g.tax_rate, 'taxable', g.taxable::text, 'tax', g.tax::text)) as vat,
      sum(g.lines)::int as lines, min(g.first) as first, max(g.last) as last,
      sum(g.untaxed)::int as untaxed, (select max(i.id)
        from ${ctx.rows('invoice').as('i')}
        where i.account_id = g.account_id and i.status = 'draft' and i.credits_id is null
          and ${isOfMonth(to)})
        as draft_id
    from (select a.id as account_id, a.customer_id, c.name as customer, a.kind as side, a.currency,
        t.tax_country, t.tax_category, t.tax_rate,
        coalesce(-sum(t.money) filter (where t.trade_item <> ${TAX_ITEM}), 0)::bigint as taxable,
        coalesce(-sum(t.money) filter (where t.trade_item = ${TAX_ITEM}), 0)::bigint as tax,
        count(*) filter (where t.trade_item <> ${TAX_ITEM}) as lines,
        to_char(min(t.create_time) at time zone ${timeZone}, 'YYYY-MM-DD') as first,
        to_char(max(t.create_time) at time zone ${timeZone}, 'YYYY-MM-DD') as last,
        count(*) filter (where t.tax_category is null) as untaxed
      from ${ctx.rows('trade').as('t')}
        join ${ctx.rows('ledgerAccount').as('a')} on a.id = t.account_id
        join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
      where ${isCharge(ctx)} and ${isFree(ctx)} and not ${isOfOther(ctx, to)}
        and t.create_time < ${next}::timestamptz
      group by a.id, a.customer_id, c.name, a.kind, a.currency, t.tax_country, t.tax_category,
        t.tax_rate) as g
    group by g.account_id, g.customer_id, g.customer, g.side, g.currency
    order by g.customer, g.currency, g.side limit ${ACCOUNTS_MAX}`.execute(ctx.db)
  return found.rows
}
