import { sql, type RawBuilder } from 'kysely'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inBase, type Asked, type Computed } from './computed-list.ts'

/**
 * Taxed postings of whole months, by month, currency and what else they are grouped by, with what
 * they come to in the company's currency at the rate of the month's last day, as on invoices over a
 * month. The return is whole: all customers count for every user.
 */
function taxedRows(
  ctx: Ctx,
  { from, to, base }: Asked,
  by: { columns: RawBuilder<unknown>; where: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { tenantId } = ctx.principal
  const system = asSystem(ctx, tenantId)
  const worth = (minor: string) =>
    inBase(sql.ref(`g.${minor}`), sql.ref('g.currency'), base, sql.ref('x.rate'))
  return sql`select to_char(g.month, 'YYYY-MM') as period, g.*, trim_scale(round(x.rate, 8)) as exchange_rate,
      ${base}::text as base_currency, ${worth('net')} as base_net, ${worth('tax')} as base_tax,
      ${worth('net')} + ${worth('tax')} as base_gross
    from (select p.month, t.currency, ${by.columns}, count(distinct p.id)::int as postings,
        coalesce(-sum(t.money) filter (where t.trade_item <> ${TAX_ITEM}), 0)::bigint as net,
        coalesce(-sum(t.money) filter (where t.trade_item = ${TAX_ITEM}), 0)::bigint as tax,
        (-sum(t.money))::bigint as gross
      from ${system.rows('ledgerTransaction').as('p')}
        join ${system.rows('trade').as('t')} on t.transaction_id = p.id
        join ${system.rows('customer').as('c')} on c.id = t.customer_id
      where p.month between date_trunc('month', ${from}::date) and ${to}::date
        and t.tax_category is not null and ${by.where}
      group by p.month, t.currency, ${by.columns}) as g
      cross join lateral exchange_rate_on(${tenantId}::bigint, g.currency, ${base}::text,
        (g.month + interval '1 month')::date - 1) as x`
}

/** Figures of the VAT return: by country, category and rate. */
export const vatFigures = (ctx: Ctx, asked: Asked): Promise<Computed> =>
  Promise.resolve({
    rows: sql`select r.*, r.tax_country as country, r.tax_category as category
      from (${taxedRows(ctx, asked, {
        columns: sql`t.tax_country, t.tax_category, t.tax_rate`,
        where: sql`true`,
      })}) as r`,
    order: sql`period, country, category, tax_rate desc, currency`,
  })

/**
 * What businesses of other member states were charged and owe the tax of themselves. One without a
 * VAT number is listed too: it must be entered before the list is handed in.
 */
export const ecSalesFigures = (ctx: Ctx, asked: Asked): Promise<Computed> =>
  Promise.resolve({
    rows: sql`select r.*, r.tax_category as category from (${taxedRows(ctx, asked, {
      columns: sql`t.customer_id, c.country, c.vat_id, t.tax_category`,
      where: sql`t.tax_category in ('AE', 'K') and c.country is distinct from t.tax_country`,
    })}) as r`,
    order: sql`period, country, vat_id, customer_id, category, currency`,
  })
