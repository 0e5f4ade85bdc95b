import { beforeAll, expect } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import {
  analysed,
  BY_STATUS,
  DRAFTS_BY_AGE,
  flowed,
  SHARES,
  TODAY,
  TODOS,
} from '#contracts/insight/dashboards.measures.ts'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { returnStateOf, returnsWith } from '#contracts/insight/returns.measures.ts'
import { linkOf, type Measure } from '#contracts/kit/measure.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client, type World } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import {
  seedCase,
  seedDeadlines,
  seedMoney,
  seedLate,
  seedReturns,
} from './seed-question.fixture.ts'

let world: () => World

/** Rows of every kind the boards count, and what every figure leads to, in a world of its own. */
export function figureWorld(): () => World {
  const own = useWorld()
  beforeAll(async () => {
    world = own
    await seedFigures()
  }, 60_000)
  return own
}
export const look = { today: new Date().toISOString().slice(0, 10) }
export const STATUSES = [...Object.values(PARCEL), CLOSED_MIXED]
const query = async (text: string, values: unknown[] = []) =>
  (await world().db.pool.query<Record<string, unknown>>(text, values)).rows

/** Of each kind some rows that wait and some that nearly do. */
async function seedFigures(): Promise<void> {
  const { tenantId } = world()
  const depotId = await world().depotId('FRA1')
  for (const [at, status] of STATUSES.entries()) {
    const made = await makeOrder(
      world(),
      await world().as((['customer', 'sub', 'manager', 'otherCustomer'] as const)[at % 4]!),
      at % 5 === 0 ? { change: { depotId: await world().depotId('SZX1') } } : {},
    )
    await query(
      `update shipment set shipment_status = $2, create_time = now() - $3 * interval '1 day',
          shipment_resource = $4
        where id = $1`,
      [made.id, status, at, KINDS[at % KINDS.length]!.code],
    )
    await query(
      `update parcel
        set parcel_status = $2::int, received_at = case
          when $2::int >= 40 then now() - $3::int * interval '1 day' end,
        outbound_at = case
        when $2::int >= 70 then now() - $3::int * interval '12 hours' end, delivered_at = case
        when $2::int = 90 then now() end where shipment_id = $1`,
      [made.id, status === CLOSED_MIXED ? PARCEL.DELIVERED : status, at],
    )
  }
  for (const by of ['customer', 'sub'] as const)
    for (const days of [0, 1, 2, 3, 7, 8, 30, 31, 60]) {
      const made = await makeOrder(world(), await world().as(by))
      // Both ends of a day belong to it.
      await query(
        `update shipment
          set create_time = date_trunc('day',
            now() at time zone 'UTC') at time zone 'UTC' - $2 * interval '1 day' + $3 * interval '1 millisecond'
            where id = $1`,
        [made.id, days, days % 2 === 0 ? 0 : 86_399_000],
      )
    }
  // The figures are of orders of every kind: each has some of several statuses and days.
  for (const [kindAt, kind] of KINDS.entries())
    for (const [at, status] of [PARCEL.CONFIRMED, PARCEL.RECEIVED, PARCEL.EXCEPTION].entries()) {
      const made = await makeOrder(world(), await world().as('customer'))
      await query(
        `update shipment
          set shipment_resource = $2, shipment_status = $3,
            create_time = now() - $4 * interval '1 day'
            where id = $1`,
        [made.id, kind.code, status, kindAt + at],
      )
      await query(
        `update parcel set parcel_status = $2::int, received_at = case when $2::int >= 40 then now() end
          where shipment_id = $1`,
        [made.id, status],
      )
    }
  for (const [customerId, n] of [
    [world().customerId, 1],
    [world().otherCustomerId, 2],
  ] as const)
    await query(
      `insert into predicted_batch (tenant_id, no, customer_id, depot_id, status, expected_date)
        select $1, 'PB' || $4 || status || coalesce(days::text, 'none'), $2, $3, status,
          current_date + days
        from unnest(array['1', '2', '3']) status, unnest(array[-3, -1, 0, 1, null]) days`,
      [tenantId, customerId, depotId, n],
    )
  await query(
    `insert into out_batch (tenant_id, no, depot_id, status, create_time)
      select $1, 'OB' || status || days, $2, status, now() - days * interval '1 day'
      from unnest(array['0', '1']) status, unnest(array[0, 1, 2, 40]) days`,
    [tenantId, depotId],
  )
  await query(
    `insert into sys_message (tenant_id, es_type, es_receiver, state, create_time)
      select $1, '2', 'a@b.example', state, now() - days * interval '1 day'
      from unnest(array['failed', 'unconfigured', 'sent', 'waiting']) state,
        unnest(array[0, 29, 40]) days`,
    [tenantId],
  )
  for (const role of ['customer', 'sub', 'manager', 'otherCustomer'] as const)
    await query(
      `insert into shipment_import (tenant_id, customer_id, file_name, file, dry_run, status,
          refused, create_by, create_time)
        select $1, $2, 'orders.csv', '', dry, status, refused, $3, now() - days * interval '1 day'
        from unnest(array[true, false]) dry, unnest(array['done', 'failed']) status,
          unnest(array[0, 3]) refused, unnest(array[0, 6, 20]) days`,
      [
        tenantId,
        role === 'otherCustomer' ? world().otherCustomerId : world().customerId,
        world().username(role),
      ],
    )
  // Open and refused tasks that are due are counted; ended ones and those put off are not.
  await query(
    `insert into revoke_task (tenant_id, shipment_id, serial_number, customer_id, depot_id,
         parcel_ids, parcels, source, status, follow_up, create_by)
      select tenant_id, id, serial_number, customer_id, depot_id, '{}', 1, 'own',
        (row_number() over () % 4 + 1)::text,
        current_date + case when row_number() over () % 3 = 0 then 3 else -1 end, create_by
      from shipment where tenant_id = $1`,
    [tenantId],
  )
  const parcel = (await query('select id from parcel where tenant_id = $1 limit 1', [tenantId]))[0]!
  await query(
    `insert into tracking_event (tenant_id, parcel_id, event_key, effect, source, courier, raw_code,
        raw_reason, raw_text, unmapped)
      select $1, $2, sha256((courier || coalesce(code, '-') || coalesce(reason, '-') || n)::bytea),
        'note', 'poll', courier, code, reason, 'x', true
      from unnest(array['dhl', 'gls']) courier, unnest(array['A1', 'A2', null]) code,
        unnest(array['r1', 'r2', null]) reason, generate_series(1, 2) n`,
    [tenantId, parcel.id],
  )
  await query(
    `with account as (
      insert into ledger_account (tenant_id, kind, party_id, currency)
        values ($1, 'customer', $2, 'EUR') returning tenant_id, id)
    insert into account_request (tenant_id, no, kind, status, account_id, customer_id, currency,
        amount, trade_item, reason, ask_user_id, asked_by, decided_at)
      select tenant_id, 'AR' || status, 'adjust', status, id, $2, 'EUR', 500, '19', 'x', 1, 'x',
        case status when '3' then now() end
      from account, unnest(array['1', '3']) status`,
    [tenantId, world().customerId],
  )
  await query(
    `insert into account_alarm (tenant_id, account_id, level)
      select tenant_id, id, 100 from ledger_account where tenant_id = $1 and kind = 'customer'`,
    [tenantId],
  )
  await query(
    `with till as (insert into receiving_account (tenant_id, code, name, kind, currency)
        values ($1, 'TILL', 'Till', 'BANK', 'EUR') returning tenant_id, id),
    line as (insert into bank_line (tenant_id, receiving_account_id, file_name, line_no, dedupe, currency,
          amount, booked_on, status)
        select tenant_id, id, 'x', 1, s, 'EUR', 100, '2026-04-01', s from till, unnest(array['open', 'ignored']) s),
    paid as (
      insert into recharge (tenant_id, reference, customer_id, currency, amount, channel, receiving_account_id, status)
        select tenant_id, 'RF1', $2, 'EUR', 100, 'BANK', id, 'paid' from till)
    insert into payment_event (tenant_id, receiving_account_id, event_id, kind, status)
      select tenant_id, id, status, 'paid', status from till, unnest(array['aside', 'done']) status`,
    [tenantId, world().customerId],
  )
  await query(
    `insert into registration (tenant_id, username, realname, company, state, receipt_hash)
      select $1::bigint, 'new' || state || $1::bigint, 'New', 'New Co', state,
        sha256((state || $1::bigint)::bytea)
      from unnest(array['pending', 'approved']) state`,
    [tenantId],
  )
  await seedLate(world())
  await seedMoney(world())
  await seedCase(world())
  await seedReturns(world())
  await seedDeadlines(world())
}

/**
 * How many rows the list behind a link has, asked as its screen asks; null where there is no
 * screen.
 */
export async function listed(client: Client, of: Measure, key?: string): Promise<number | null> {
  const link = linkOf(of, look, key)
  if (link === null) return null
  const { pathname, searchParams } = new URL(link, 'http://x')
  expect(pathname).toBe(of.screen)
  const path = cruds.find(({ name }) => name === of.entity)?.endpoints.list.path ?? of.list
  const moment = ([name, value]: [string, string]) => [
    name,
    /^(createTime|\w+At)_begin$/.test(name)
      ? `${value}T00:00:00.000Z`
      : /^(createTime|\w+At)_end$/.test(name)
        ? `${value}T23:59:59.999Z`
        : value,
  ]
  const answer = await client.get(path!, {
    ...of.fixed,
    ...Object.fromEntries([...searchParams].filter(([name]) => name !== '_tab').map(moment)),
  })
  expect(answer.success, `${link}: ${JSON.stringify(answer)}`).toBe(true)
  return (answer.result as { total: number }).total
}

export type Figure = readonly [name: string, n: number, of: Measure, key?: string]
const ofOrders = {}
/**
 * Every figure of every call of the boards. A new call does not compile here until it declares what
 * its figures count.
 */
export const FIGURES: Record<
  keyof typeof dashboards,
  ((client: Client) => Promise<Figure[]>) | null
> = {
  statusCount: async (client) =>
    Object.entries(await client.call(dashboards.statusCount, ofOrders)).map(
      ([status, n]): Figure => {
        const state = returnStateOf(status)
        if (state === null) return [status, n, BY_STATUS, status]
        return [status, n, returnsWith(Number(state)), state]
      },
    ),
  // Of return tracks, which there are none of.
  statusUnconfirmCount: null,
  draftCount: async (client) =>
    Object.entries(await client.call(dashboards.draftCount, ofOrders)).map(
      ([bucket, n]): Figure => [bucket, n, DRAFTS_BY_AGE[bucket as keyof typeof DRAFTS_BY_AGE]],
    ),
  today: async (client) =>
    Object.entries(await client.call(dashboards.today, ofOrders)).map(([name, n]): Figure => [
      name,
      n,
      TODAY[name as keyof typeof TODAY],
    ]),
  analysis: async (client) =>
    (
      await Promise.all(
        [{}, { depotId: await world().depotId('SZX1') }, { customerId: world().customerId }].map(
          async (narrow) => {
            const found = await client.call(dashboards.analysis, { ...ofOrders, ...narrow })
            const span = (more = {}) => analysed(found.from, found.to, { ...narrow, ...more })
            return [
              ['total', found.total.orders, span()] as const,
              ...PARCEL_FLOWS.map(
                (flow) =>
                  [flow, found.total[flow], flowed(found.from, found.to, narrow)[flow]] as const,
              ),
              ...found.days.flatMap((day) =>
                PARCEL_FLOWS.filter((flow) => day[flow] > 0).map(
                  (flow) =>
                    [
                      `${flow} ${day.day}`,
                      day[flow],
                      flowed(day.day, day.day, narrow)[flow],
                    ] as const,
                ),
              ),
              ...found.days
                .filter(({ orders }) => orders > 0)
                .map(({ day, orders }) => [day, orders, analysed(day, day, narrow)] as const),
              ...(Object.keys(SHARES) as (keyof typeof SHARES)[]).flatMap((by) =>
                found[by].top.map(
                  ({ key, orders }) =>
                    [`${by} ${key}`, orders, span({ [SHARES[by]]: key })] as const,
                ),
              ),
            ]
          },
        ),
      )
    ).flat(),
  todos: async (client) =>
    (await client.call(dashboards.todos, {})).map(({ kind, n, path }): Figure => {
      expect(path).toBe(linkOf(TODOS[kind].measure, look))
      return [kind, n, TODOS[kind].measure]
    }),
  // Rates, ages and averages of scans, parcels and calls: no screen lists those rows.
  monitor: null,
}

const PARCEL_FLOWS = ['received', 'outbound', 'delivered'] as const
