import { companyTerms } from '#server/kit/db/business-day.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { sql, type SqlBool } from 'kysely'
import { EARNINGS_SPAN_MAX, type earnings, type EarningPart } from '#contracts/insight/earnings.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { lookFrom } from '#contracts/kit/zone-days.ts'

export type Asked = In<typeof earnings.summary>
export interface Span {
  zone: string
  from: string
  to: string
}
/** A sum by one of the parts; the others are null, as is what belongs to none. */
export interface Sum {
  part: EarningPart | 'day'
  currency: string
  key: string | null
  revenue: bigint
  cost: bigint
}

const DAYS_SHOWN = 30
const DAY_MS = 86_400_000

/** The days asked for, the last thirty without any, and as many just before. */
export async function spansOf(ctx: Ctx, asked: Asked): Promise<{ span: Span; before: Span }> {
  const look = lookFrom(asked.zone ?? (await companyTerms(ctx)).timeZone, now()) ?? refuse('zone')
  const to = checked(asked.to ?? look.today, 'to')
  const from = checked(asked.from ?? dayAfter(to, 1 - DAYS_SHOWN), 'from')
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) refuse('to')
  if (days > EARNINGS_SPAN_MAX)
    failFields([{ path: 'from', code: 'dashboard.span', data: { max: EARNINGS_SPAN_MAX } }])
  const { zone } = look
  const before = { zone, from: dayAfter(from, -days), to: dayAfter(from, -1) }
  return { span: { zone, from, to }, before }
}

const refuse = (path: string): never => failFields([{ path, code: 'field.invalid' }])

function checked(day: string, path: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day)
    failFields([{ path, code: 'field.date' }])
  return day
}

const within = ({ zone, from, to }: Span) =>
  sql<SqlBool>`t.at >= (${from}::date)::timestamp at time zone ${zone}
    and t.at < (${to}::date + 1)::timestamp at time zone ${zone}`

const narrowed = ({ customerId, serviceId, country }: Asked) =>
  sql<SqlBool>`(${customerId ?? null}::bigint is null or t.customer_id = ${customerId ?? null})
    and (${serviceId ?? null}::bigint is null or t.service_id = ${serviceId ?? null})
    and (${country ?? null}::text is null or t.country = ${country ?? null})`

interface Grouped {
  kind: number
  day: string | null
  currency: string
  serviceId: string | null
  country: string | null
  customerId: string | null
  revenue: string
  cost: string
}
/** Bits of grouping(day, service, country, customer): which of them a row is NOT grouped by. */
const PARTS: readonly { kind: number; part: Sum['part']; key: (row: Grouped) => string | null }[] =
  [
    { kind: 0b0111, part: 'day', key: (row) => row.day },
    { kind: 0b1011, part: 'service', key: (row) => row.serviceId },
    { kind: 0b1101, part: 'country', key: (row) => row.country },
    { kind: 0b1110, part: 'customer', key: (row) => row.customerId },
  ]

/** All sums of a span by day, service, country and customer, in one pass over its rows. */
export async function sumsOf(ctx: Ctx, asked: Asked, span: Span): Promise<Sum[]> {
  const { rows } = await sql<Grouped>`select grouping(o.day, o.service_id, o.country,
      o.customer_id) as kind, o.day::text, o.currency, o.service_id, o.country, o.customer_id,
      sum(o.revenue)::bigint as revenue, sum(o.cost)::bigint as cost
    from (select (t.at at time zone ${span.zone})::date as day, t.currency, t.service_id,
      t.country, t.customer_id, t.revenue, t.cost
      from ${ctx.rows('earning').as('t')} where ${within(span)} and ${narrowed(asked)}) o
    group by grouping sets ((o.currency, o.day), (o.currency, o.service_id),
      (o.currency, o.country), (o.currency, o.customer_id))`.execute(ctx.db)
  return rows.flatMap((row) => {
    const found = PARTS.find(({ kind }) => kind === row.kind)
    if (!found) return []
    const { part, key } = found
    const { currency } = row
    return [
      {
        part,
        currency,
        key: key(row),
        revenue: BigInt(row.revenue),
        cost: BigInt(row.cost),
      },
    ]
  })
}

/** Totals of a span by currency. */
export async function totalsOf(
  ctx: Ctx,
  asked: Asked,
  span: Span,
): Promise<ReadonlyMap<string, { revenue: bigint; cost: bigint }>> {
  const { rows } = await sql<{
    currency: string
    revenue: string
    cost: string
  }>`select t.currency, sum(t.revenue)::bigint as revenue, sum(t.cost)::bigint as cost
    from ${ctx.rows('earning').as('t')} where ${within(span)} and ${narrowed(asked)}
    group by t.currency`.execute(ctx.db)
  return new Map(
    rows.map(({ currency, revenue, cost }) => [
      currency,
      { revenue: BigInt(revenue), cost: BigInt(cost) },
    ]),
  )
}

/** Until when postings are in the sums. */
export async function madeAt(ctx: Ctx): Promise<string | null> {
  const { rows } = await sql<{ madeAt: Date }>`select t.made_at
    from ${ctx.rows('earningMade').as('t')}`.execute(ctx.db)
  return rows[0] ? new Date(rows[0].madeAt).toISOString() : null
}

/** Names of services and customers by id, in the reader's language. */
export async function namesOf(
  ctx: Ctx,
  part: 'service' | 'customer',
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } =
    part === 'customer'
      ? await sql<{ id: string; text: string }>`select t.id, t.name as text
          from ${ctx.rows('customer').as('t')} where t.id = any(${keys}::bigint[])`.execute(ctx.db)
      : await sql<{ id: string; text: string }>`select t.id,
            case when ${ctx.lang} = 'en_US' then coalesce(t.name_en, t.name) else t.name end as text
          from ${ctx.rows('deliveryService').as('t')}
          where t.id = any(${keys}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}
