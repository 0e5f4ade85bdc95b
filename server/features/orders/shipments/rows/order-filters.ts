import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { endingPattern } from '#contracts/commercial/numbers/normalise-number.ts'
import type { Fields } from '#contracts/kit/field.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { WORDS_MAX } from '#contracts/orders/shipments.parts.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { holdsWords } from '#server/kit/resource/search/search-rows.ts'
import { conditions } from '#server/kit/resource/list-query.ts'

type Condition = RawBuilder<SqlBool>

const OF_PARCELS = {
  labelTime: 'p.labelled_at',
  receivedTime: 'p.received_at',
  outboundTime: 'p.outbound_at',
  deliveredTime: 'p.delivered_at',
}
const OF_DELIVERY = {
  warehouseCode: 'f.warehouse_code',
  slotFrom: 'f.slot_from',
  podState: 'f.pod_state',
  fbaReady: sql`(f.delivery_state = 'PENDING' and fba_ready(f.tenant_id, f.id))`,
}
const OF_PEOPLE = { authorId: 'u.id' }
const OF_SERVICE = { channelId: 'v.channel_id' }
const OF_ORDER = { cancelTime: 't.cancel_time', cod: sql`(t.cod_amount is not null)` }

/** What was typed into the list's box. */
function wordsOf(ctx: Ctx, query: ListQuery): Condition[] {
  const typed = query.words ?? ''
  if (typeof typed !== 'string' || query.words_MultiString !== undefined)
    failFields([{ path: 'words', code: 'field.invalid' }])
  if (typed.length > WORDS_MAX) failFields([{ path: 'words', code: 'field.tooLong' }])
  if (typed.trim() === '') return []
  const words = holdsWords(ctx, shipmentList, typed)
  const ending = endingPattern(typed)
  if (ending === null) return [words]
  return [
    sql<SqlBool>`(${words} or t.id = any(array(select e.shipment_id
      from ${ctx.rows('parcel').as('e')} where reverse(e.track_no) like ${ending}
      limit ${sql.lit(ENDING_MOST)})))`,
  ]
}
/** More parcels than this end with the same five digits where numbers were made up only. */
const ENDING_MOST = 2_000

/** What narrows the list of orders and is no column of an order. */
export function filtersOfOrders(ctx: Ctx, query: ListQuery): Condition[] {
  const parcels = asked(query, OF_PARCELS)
  const delivery = asked(query, OF_DELIVERY)
  const service = asked(query, OF_SERVICE)
  const people = asked(query, OF_PEOPLE)
  for (const [path, given] of [
    ['channelId', service],
    ['authorId', people],
  ] as const) {
    const { perm } = shipmentList.filters![path]!
    if (given && perm && !ctx.holds(perm)) failFields([{ path, code: 'field.invalid' }])
  }
  return [
    ...wordsOf(ctx, query),
    ...(asked(query, OF_ORDER) ?? []),
    ...(parcels
      ? [
          isWindow(query, OF_PARCELS)
            ? sql<SqlBool>`t.id = any(array(select p.shipment_id
                from ${ctx.rows('parcel').as('p')} where ${and(parcels)}))`
            : sql<SqlBool>`t.id in (select p.shipment_id from ${ctx.rows('parcel').as('p')}
                where ${and(parcels)})`,
        ]
      : []),
    ...(delivery
      ? [
          sql<SqlBool>`t.id in (select f.id from ${ctx.rows('fbaOrder').as('f')}
            where ${and(delivery)})`,
        ]
      : []),
    ...(service
      ? [
          sql<SqlBool>`t.service_id in (select v.id from ${ctx.rows('deliveryService').as('v')}
            where ${and(service)})`,
        ]
      : []),
    ...(people
      ? [
          sql<SqlBool>`t.create_by in (select u.username from ${ctx.rows('sysUser').as('u')}
            where u.customer_id in (select k.id from ${ctx.rows('customer').as('k')})
              and ${and(people)})`,
        ]
      : []),
    ...(writtenBy(ctx, query) ?? []),
  ]
}

const and = (all: readonly Condition[]): Condition => sql<SqlBool>`${sql.join(all, sql` and `)}`

const WINDOW_MS = 31 * 24 * 3600 * 1000
/**
 * Whether a filter of a group names a month at most. Its parcels are found first then: the database
 * expects them to lie as closely as those of any time, and would look through all orders that are
 * newer.
 */
function isWindow(query: ListQuery, columns: Readonly<Record<string, string>>): boolean {
  return Object.keys(columns).some((name) => {
    const [begin, end] = [query[`${name}_begin`], query[`${name}_end`]]
    return (
      typeof begin === 'string' &&
      typeof end === 'string' &&
      Date.parse(end.slice(0, 10)) - Date.parse(begin.slice(0, 10)) <= WINDOW_MS
    )
  })
}

/** The conditions of those filters of a group that are asked for; null where none is. */
function asked(
  query: ListQuery,
  columns: Readonly<Record<string, string | RawBuilder<unknown>>>,
): Condition[] | null {
  const names = Object.keys(columns)
  const given = Object.entries(query).filter(([key]) =>
    names.some((name) => key === name || key.startsWith(`${name}_`)),
  )
  if (given.length === 0) return null
  const own = Object.fromEntries(given)
  const fields: Fields = Object.fromEntries(
    names.map((name) => [name, shipmentList.filters![name]!]),
  )
  const found = conditions(fields, { ...own, pageNo: 1, pageSize: 1 }, (name) => {
    const column = columns[name]!
    return typeof column === 'string' ? sql.ref(column) : column
  })
  return found.length > 0 ? found : null
}

/** By the account or by the name of its user, as the list shows it. */
function writtenBy(ctx: Ctx, query: ListQuery): Condition[] | null {
  const only = (column: string) => asked(query, { createBy: column })
  const name = only('u.realname')
  const account = only('t.create_by')
  if (!account || !name) return null
  const users = sql`select u.username from ${ctx.rows('sysUser').as('u')} where ${and(name)}`
  if (!isPlain(query)) return [sql<SqlBool>`(${and(account)} or t.create_by in (${users}))`]
  // Few accounts write orders: they are stepped through in the index, and then their orders.
  const written = asSystem(ctx, ctx.principal.tenantId).rows('shipment').as('w')
  return [
    sql<SqlBool>`t.create_by = any(array(
      with recursive author (name) as (
        (select w.create_by from ${written} where w.create_by is not null
          order by w.create_by limit 1)
        union all
        select (select w.create_by from ${written} where w.create_by > a.name
          order by w.create_by limit 1)
        from author a where a.name is not null
      )
      select a.name from author a
        where a.name is not null and (${and(only('a.name')!)} or a.name in (${users}))))`,
  ]
}

/** A value that is found in an account, not one that is not. */
const isPlain = (query: ListQuery): boolean =>
  typeof query.createBy === 'string' &&
  !query.createBy.startsWith('!') &&
  !Object.keys(query).some((key) => key.startsWith('createBy_'))
