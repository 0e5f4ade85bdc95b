import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  COUNTED,
  dayAfter,
  drill,
  LISTED,
  listPath,
  TODO_STATUS,
  type Drill,
} from '#contracts/insight/dashboards.drill.ts'
import { dashboards, WAIT_BUCKETS } from '#contracts/insight/dashboards.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()
const query = async (text: string, values: unknown[]) => world().db.pool.query(text, values)
const today = new Date().toISOString().slice(0, 10)
const STATUSES = [...Object.values(PARCEL), CLOSED_MIXED]
/** What the list shows under a figure's filters: the days are UTC's here, as the figures are asked for. */
const listed = async (client: Client, filters: Drill) =>
  (
    (await client.get('/erp/shipment/list', { shipmentResource: LISTED.kind, ...filters }))
      .result as { total: number }
  ).total

beforeAll(async () => {
  const [customer, other] = [await world().as('customer'), await world().as('otherCustomer')]
  for (const [at, status] of STATUSES.entries()) {
    const made = await makeOrder(
      world(),
      at % 3 === 0 ? other : customer,
      at % 4 === 0 ? { change: { depotId: await world().depotId('SZX1') } } : {},
    )
    await query(
      `update shipment set shipment_status = $2, create_time = now() - $3 * interval '1 day' where id = $1`,
      [made.id, status, at],
    )
  }
  for (const days of [0, 1, 2, 3, 4, 7, 8, 30, 31, 60]) {
    const made = await makeOrder(world(), customer)
    // Both ends of a day belong to it.
    await query(
      `update shipment set create_time = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - $2 * interval '1 day' + $3 * interval '1 millisecond' where id = $1`,
      [made.id, days, days % 2 === 0 ? 0 : 86_399_000],
    )
  }
  // Another kind of order has another list.
  const fba = await makeOrder(world(), customer)
  await query(`update shipment set shipment_resource = 'FBA' where id = $1`, [fba.id])
}, 60_000)

describe.each(['manager', 'customer', 'otherCustomer', 'service', 'sales'] as const)(
  'every figure of %s leads to as many orders',
  (role) => {
    let client: Client
    beforeAll(async () => {
      client = await world().as(role)
    })

    test('by status', async () => {
      const board = await client.call(dashboards.statusCount, { shipmentResource: LISTED.kind })
      for (const [status, n] of Object.entries(board))
        expect([status, await listed(client, drill.status(status))]).toEqual([status, n])
    })

    test('that wait for their confirmation', async () => {
      const waiting = await client.call(dashboards.statusUnconfirmCount, {
        shipmentResource: LISTED.kind,
      })
      for (const bucket of WAIT_BUCKETS)
        expect([bucket, await listed(client, drill.unconfirmed(bucket, today))]).toEqual([
          bucket,
          waiting[bucket],
        ])
      const board = await client.call(dashboards.statusCount, { shipmentResource: LISTED.kind })
      expect(Object.values(waiting).reduce((a, b) => a + b)).toBe(board[PARCEL.DRAFT])
    })

    test('of today and of now', async () => {
      const figures = await client.call(dashboards.today, { shipmentResource: LISTED.kind })
      expect([
        await listed(client, drill.added(today)),
        await listed(client, drill.exceptions()),
        await listed(client, drill.held()),
      ]).toEqual([figures.added, figures.exceptions, figures.held])
    })

    test('that wait for somebody', async () => {
      for (const { kind, n, path } of await client.call(dashboards.todos, {})) {
        if (!(kind in TODO_STATUS)) continue
        expect(path).toBe(listPath(drill.status(TODO_STATUS[kind as keyof typeof TODO_STATUS])))
        expect([
          kind,
          await listed(client, Object.fromEntries(new URL(path, 'http://x').searchParams)),
        ]).toEqual([kind, n])
      }
    })

    test('of an analysis, its days and its shares', async () => {
      if (role === 'service' || role === 'sales') return
      for (const narrow of [
        {},
        { depotId: await world().depotId('SZX1') },
        { customerId: world().customerId },
      ]) {
        const found = await client.call(dashboards.analysis, {
          shipmentResource: LISTED.kind,
          ...narrow,
        })
        expect(await listed(client, drill.analysed(found.from, found.to, narrow))).toBe(
          found.total.orders,
        )
        for (const { day, orders } of found.days.filter((one) => one.orders > 0).slice(0, 4))
          expect([day, await listed(client, drill.analysed(day, day, narrow))]).toEqual([
            day,
            orders,
          ])
        for (const [key, shares] of [
          ['serviceId', found.byService],
          ['country', found.byCountry],
          ['customerId', found.byCustomer],
        ] as const) {
          for (const share of shares.top)
            expect([
              key,
              await listed(
                client,
                drill.analysed(found.from, found.to, { ...narrow, [key]: share.key }),
              ),
            ]).toEqual([key, share.orders])
        }
      }
    })
  },
)

test('the days of what waits follow one another without gap or overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40_000 }),
      fc.integer({ min: 0, max: 400 }),
      (start, age) => {
        const [now, day] = [dayAfter('1970-01-01', start), dayAfter('1970-01-01', start - age)]
        const within = WAIT_BUCKETS.filter((bucket) => {
          const { createTime_begin: from, createTime_end: to } = drill.unconfirmed(bucket, now)
          return (!from || day >= from) && (!to || day <= to)
        })
        expect(within).toEqual([age <= 2 ? '0-2' : age <= 7 ? '3-7' : age <= 30 ? '8-30' : '30+'])
      },
    ),
  )
  expect(COUNTED).toHaveLength(STATUSES.length - 2)
})
