import { sql } from 'kysely'
import {
  SHARES_MAX,
  SPAN_MAX,
  type Analysis,
  type dashboards,
  type Share,
} from '#contracts/insight/dashboards.ts'
import { analysed, flowed, VALUED } from '#contracts/insight/dashboards.measures.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { counted } from '#server/kit/resource/measure.ts'
import { lookIn, ofKind } from './look-in.ts'

type AnalysisInput = In<typeof dashboards.analysis>
interface Group {
  day: string | null
  currency: string | null
  serviceId: string | null
  country: string | null
  customerId: string | null
  kind: number
  orders: number
  orderValue: string | null
}
interface Flow {
  measure: 'received' | 'outbound' | 'delivered'
  day: string
  n: number
}
interface Money {
  currency: string
  amount: string
}

const DAYS_SHOWN = 30
const DAY_MS = 86_400_000
/** Bits of grouping(day, service, country, customer): which of them a row is NOT grouped by. */
const KIND = { day: 0b0111, service: 0b1011, country: 0b1101, customer: 0b1110 } as const

/**
 * Orders, parcels and order value by day, and how they share out over services, countries and
 * customers. Bounded by the span and read from the indexes alone: one pass over the orders, one per
 * moment of the parcels.
 */
export async function analyseOrders(ctx: Ctx, requested: AnalysisInput): Promise<Analysis> {
  const look = await lookIn(ctx, requested.zone)
  const { from, to } = spanOf(requested, look.today)
  const narrow = {
    ...(requested.depotId ? { depotId: requested.depotId } : {}),
    ...(requested.customerId ? { customerId: requested.customerId } : {}),
  }
  // The day is worked out once and named: two expressions with a parameter each are two to the
  // database.
  const asOrders = sql<Group>`select o.day::text, o.currency, o.service_id, o.country,
      o.customer_id, grouping(o.day, o.service_id, o.country, o.customer_id) as kind,
      count(*)::int as orders,
      sum(o.amount) filter (where o.shipment_status = any(${VALUED}::int[]))::text as order_value
    from (select (t.create_time at time zone ${look.zone})::date as day, t.currency, t.service_id,
      t.country, t.customer_id, t.amount, t.shipment_status
      from ${ctx.rows('shipment').as('t')}
      where ${counted(ctx, ofKind(analysed(from, to, narrow), requested.shipmentResource), look)}) o
    group by grouping sets ((o.day, o.currency), (o.service_id), (o.country), (o.customer_id))`
  const flows = flowed(from, to, narrow)
  const moment = (
    measure: Flow['measure'],
    column: string,
  ) => sql`select ${measure}::text as measure,
      (${sql.ref(`t.${column}`)} at time zone ${look.zone})::date::text as day, count(*)::int as n
    from ${ctx.rows('parcel').as('t')} where ${counted(ctx, flows[measure], look)} group by 2`
  const asParcels = sql<Flow>`${moment('received', 'received_at')} union all ${moment('outbound', 'outbound_at')} union all ${moment('delivered', 'delivered_at')}`
  // Side by side: over a million parcels each takes a good part of a second.
  const [orders, parcels] = await Promise.all([asOrders.execute(ctx.db), asParcels.execute(ctx.db)])
  const valueOf = ctx.can(SEE_PRICES) ? moneyOf : () => []
  const days = daysBetween(from, to).map((day) => {
    const own = orders.rows.filter((row) => row.kind === KIND.day && row.day === day)
    const of = (measure: Flow['measure']) =>
      parcels.rows.find((row) => row.measure === measure && row.day === day)?.n ?? 0
    return {
      day,
      orders: own.reduce((sum, row) => sum + row.orders, 0),
      received: of('received'),
      outbound: of('outbound'),
      delivered: of('delivered'),
      orderValue: valueOf(own),
    }
  })
  const sum = (measure: 'orders' | 'received' | 'outbound' | 'delivered') =>
    days.reduce((total, one) => total + one[measure], 0)
  const [byService, byCountry, byCustomer] = await Promise.all([
    shares(
      orders.rows
        .filter((row) => row.kind === KIND.service)
        .map((row) => ({ key: row.serviceId!, n: row.orders })),
      (keys) => names(ctx, 'deliveryService', keys),
    ),
    shares(
      orders.rows
        .filter((row) => row.kind === KIND.country)
        .map((row) => ({ key: row.country!, n: row.orders })),
      async () => Promise.resolve(new Map()),
    ),
    shares(
      orders.rows
        .filter((row) => row.kind === KIND.customer)
        .map((row) => ({ key: row.customerId!, n: row.orders })),
      (keys) => names(ctx, 'customer', keys),
    ),
  ])
  const total = {
    orders: sum('orders'),
    received: sum('received'),
    outbound: sum('outbound'),
    delivered: sum('delivered'),
    orderValue: valueOf(orders.rows.filter((row) => row.kind === KIND.day)),
  }
  return { from, to, days, total, byService, byCountry, byCustomer }
}

/** The days asked for; the last thirty without any. */
function spanOf({ from, to }: AnalysisInput, today: string): { from: string; to: string } {
  const last = to ?? today
  const first = from ?? dayAfter(checked(last, 'to'), 1 - DAYS_SHOWN)
  const span = (Date.parse(checked(last, 'to')) - Date.parse(checked(first, 'from'))) / DAY_MS
  if (span < 0) failFields([{ path: 'to', code: 'field.invalid' }])
  if (span >= SPAN_MAX)
    failFields([{ path: 'from', code: 'dashboard.span', data: { max: SPAN_MAX } }])
  return { from: first, to: last }
}

function checked(day: string, path: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day)
    failFields([{ path, code: 'field.date' }])
  return day
}
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** Sums by currency, largest first; amounts in different currencies are never added up. */
function moneyOf(rows: readonly Group[]): Money[] {
  const sums = new Map<string, bigint>()
  for (const { currency, orderValue } of rows)
    if (currency !== null && orderValue !== null)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(orderValue))
  return [...sums]
    .filter(([, minor]) => minor !== 0n)
    .toSorted((a, b) => (a[1] < b[1] ? 1 : -1))
    .map(([currency, minor]) => ({ currency, amount: formatMoney({ minor, currency }) }))
}

async function shares(
  found: readonly { key: string; n: number }[],
  words: (keys: string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<{ top: Share[]; others: number }> {
  const sorted = found.toSorted((a, b) => b.n - a.n || a.key.localeCompare(b.key))
  const top = sorted.slice(0, SHARES_MAX)
  const known = await words(top.map(({ key }) => key))
  return {
    top: top.map(({ key, n }) => ({ key, text: known.get(key) ?? key, orders: n })),
    others: sorted.slice(SHARES_MAX).reduce((sum, { n }) => sum + n, 0),
  }
}

/** Names of a few rows by id. */
async function names(
  ctx: Ctx,
  table: 'customer' | 'deliveryService',
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const named =
    table === 'customer'
      ? sql`name`
      : ctx.lang === 'en_US'
        ? sql`coalesce(name_en, name)`
        : sql`name`
  const found = await sql<{
    id: string
    text: string
  }>`select id, ${named} as text
    from ${ctx.rows(table).as('t')} where id = any(${keys}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map(({ id, text }) => [id, text]))
}
