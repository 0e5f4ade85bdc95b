import { sql, type RawBuilder } from 'kysely'
import type { Crud } from '#contracts/kit/crud.ts'
import { unusualCurrencies } from '#contracts/kit/money.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { companyTerms } from '#server/kit/db/business-day.ts'
import type { BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { exportRows } from '#server/kit/resource/resource-sheets.ts'
import { listRows } from '#server/kit/resource/resource-rows.ts'
import { spanOf, type Span } from './asked-span.ts'

/** What a list is worked out with. */
export interface Asked extends Span {
  /** The company's currency. */
  base: string
}

/** A query with the columns of the list's fields, and the order its rows stand in. */
export interface Computed {
  rows: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

export async function askedOf(
  ctx: Ctx,
  query: Partial<ListQuery>,
  current = false,
): Promise<Asked> {
  const { currency: base } = await companyTerms(ctx)
  return { ...(await spanOf(ctx, query, current)), base }
}

/** Binds list and export of rows that are worked out when they are asked for. */
export function bindComputed(
  of: Crud,
  compute: (ctx: Ctx, asked: Asked) => Promise<Computed>,
  current = false,
): BoundEndpoint[] {
  // Numbered from the end: the kit lists what has the highest number first.
  const source = async (ctx: Ctx, query: ListQuery) => {
    const { rows, order } = await compute(ctx, await askedOf(ctx, query, current))
    return sql`(select ${ctx.principal.tenantId}::bigint as tenant_id, 1 as version,
        count(*) over () - row_number() over (order by ${order}) + 1 as id, null::text as create_by,
        now() as create_time, null::text as update_by, null::timestamptz as update_time, x.*
      from (${rows}) as x) as t`
  }
  const list = async (ctx: Ctx, query: ListQuery) =>
    listRows(ctx, of, query, undefined, await source(ctx, query))
  const sheet = async (ctx: Ctx, query: ListQuery) =>
    exportRows(ctx, of, query, undefined, undefined, undefined, await source(ctx, query))
  return [
    { name: 'list', endpoint: of.endpoints.list, verb: list as BoundEndpoint['verb'] },
    { name: 'exportXls', endpoint: of.endpoints.exportXls, verb: sheet as BoundEndpoint['verb'] },
  ]
}

/** The decimals of the currency a column names. */
const decimalsOf = (currency: RawBuilder<unknown>): RawBuilder<number> => {
  const unusual = [...unusualCurrencies()].map(
    ([decimals, codes]) =>
      sql`when ${currency} in (${sql.join(codes.map((code) => sql.lit(code)))}) then ${sql.lit(decimals)}`,
  )
  return sql<number>`(case ${sql.join(unusual, sql` `)} else 2 end)`
}

/** Minor units of a currency in those of the company's, by a rate; null without one. */
export function inBase(
  minor: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
  base: string,
  rate: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`round(${minor} * ${rate}
    * power(10::numeric, ${decimalsOf(sql`${base}::text`)} - ${decimalsOf(currency)}))::bigint`
}
