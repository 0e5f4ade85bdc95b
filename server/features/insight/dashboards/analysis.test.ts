import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dashboards, TODO_CAP } from '#contracts/insight/dashboards.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { daysBetween } from './analyse-orders.ts'

const world = useWorld()
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await world().db.pool.query<T>(text, values)).rows
const today = () => new Date().toISOString().slice(0, 10)
const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
const analysis = (client: Client, input: Record<string, string> = {}) =>
  client.call(dashboards.analysis, input)

describe('the analysis', () => {
  test('has the figures of a recount of the tables, by day and by share, of the caller’s rows only', async () => {
    const [staff, customer, other, sub] = await Promise.all([
      world().as('manager'),
      world().as('customer'),
      world().as('otherCustomer'),
      world().as('sub'),
    ])
    for (const [by, days] of [
      [customer, 0],
      [customer, 3],
      [customer, 40],
      [other, 3],
      [sub, 1],
    ] as const) {
      const made = await makeOrder(world(), by, { confirm: true })
      await query(`update shipment set create_time = now() - $2 * interval '1 day' where id = $1`, [
        made.id,
        days,
      ])
      await query(
        `update parcel
          set received_at = now() - $2 * interval '1 day',
            outbound_at = now() - $2 * interval '1 day' where shipment_id = $1`,
        [made.id, days],
      )
    }
    const dead = await makeOrder(world(), customer)
    await customer.put('/erp/shipment/cancel', { ids: [dead.id] })
    const all = await analysis(staff)
    expect(all.days).toHaveLength(30)
    expect([all.from, all.to]).toEqual([daysAgo(29), today()])
    const recount = await query<{ day: string; orders: number; money: string }>(
      `select (create_time at time zone 'UTC')::date::text as day, count(*)::int as orders,
          sum(amount)::text as money from shipment
      where tenant_id = $1 and shipment_status >= 0 and create_time >= $2::date group by 1`,
      [world().tenantId, all.from],
    )
    for (const day of all.days)
      expect([day.day, day.orders]).toEqual([
        day.day,
        recount.find((row) => row.day === day.day)?.orders ?? 0,
      ])
    expect(all.total.orders).toBe(4)
    expect(
      all.total.orderValue.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
    ).toBe(recount.reduce((sum, { money }) => sum + Number(money), 0))
    expect(all.total.received).toBe(all.total.outbound)
    expect(all.byCustomer.top.reduce((sum, { orders }) => sum + orders, 0)).toBe(4)
    expect(all.byService.top.map(({ text }) => text)).not.toContain('')
    expect((await analysis(customer)).total.orders).toBe(3)
    expect((await analysis(sub)).total.orders).toBe(1)
    expect((await analysis(other)).byCustomer.top).toHaveLength(1)
    expect((await analysis(staff, { customerId: world().otherCustomerId })).total.orders).toBe(1)
    expect((await analysis(staff, { depotId: await world().depotId('SZX1') })).total.orders).toBe(0)
    expect((await analysis(staff, { from: daysAgo(60), to: daysAgo(31) })).total.orders).toBe(1)
    expect((await analysis(await world().otherTenantUser())).total).toMatchObject({
      orders: 0,
      orderValue: [],
    })
  })

  test('refuses unreadable spans and invalid days, and callers without permission', async () => {
    const staff = await world().as('manager')
    for (const [input, path] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: daysAgo(93) }, 'from'],
      [{ from: today(), to: daysAgo(1) }, 'to'],
      [{ zone: 'Nowhere/Land' }, 'zone'],
      [{ from: "1' or '1'='1" }, 'from'],
    ] as const) {
      expect(await staff.get('/rwms/dashboard/analysis', input)).toMatchObject({
        success: false,
        code: 400,
        result: { issues: [{ path }] },
      })
    }
    expect((await (await world().as('warehouse')).get('/rwms/dashboard/analysis')).status).toBe(403)
    expect((await (await world().as('service')).get('/rwms/dashboard/monitor')).status).toBe(403)
  })

  test('a day belongs to the zone of who looks', async () => {
    const customer = await world().as('customer')
    const made = await makeOrder(world(), customer, { confirm: true })
    await query(`update shipment set create_time = $2 where id = $1`, [
      made.id,
      '2026-03-10T17:30:00Z',
    ])
    const at = async (zone: string) =>
      (await analysis(customer, { from: '2026-03-09', to: '2026-03-12', zone })).days
        .filter(({ orders }) => orders > 0)
        .map(({ day }) => day)
    expect([await at('UTC'), await at('Asia/Shanghai'), await at('America/Los_Angeles')]).toEqual([
      ['2026-03-10'],
      ['2026-03-11'],
      ['2026-03-10'],
    ])
  })

  test('every day of a span is there once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 91 }),
        (start, length) => {
          const day = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10)
          expect(daysBetween(day(start), day(start + length))).toEqual(
            Array.from({ length: length + 1 }, (_, at) => day(start + at)),
          )
        },
      ),
    )
  })
})

test('orders that wait for their confirmation are sorted by the days they wait', async () => {
  const staff = await world().as('manager')
  const before = await staff.call(dashboards.draftCount, {})
  for (const days of [0, 2.5, 5, 20, 45]) {
    const made = await makeOrder(world(), staff)
    await query(
      `update shipment
        set create_time = date_trunc('day',
          now() at time zone 'UTC') at time zone 'UTC' - $2 * interval '1 day' where id = $1`,
      [made.id, days],
    )
  }
  const after = await staff.call(dashboards.draftCount, {})
  expect(
    Object.entries(after).map(([key, n]) => n - (before as Record<string, number>)[key]!),
  ).toEqual([1, 2, 1, 1])
  // Drafts are no return tracks, however old.
  expect(await staff.call(dashboards.statusUnconfirmCount, {})).toEqual({
    '0-2': 0,
    '3-7': 0,
    '8-30': 0,
    '30+': 0,
  })
})

test('to-dos are what waits for the caller and leads to where it is done', async () => {
  const staff = await world().as('manager')
  const made = await makeOrder(world(), staff)
  await query('update parcel set parcel_status = $2 where shipment_id = $1', [made.id, PARCEL.HELD])
  await query('update shipment set shipment_status = $2 where id = $1', [made.id, PARCEL.HELD])
  const todos = await staff.call(dashboards.todos, {})
  const held = todos.find(({ kind }) => kind === 'held')!
  expect(held.n).toBe(
    (
      (await staff.get('/erp/shipment/list', { shipmentStatus: PARCEL.HELD })).result as {
        total: number
      }
    ).total,
  )
  expect(todos.every(({ n, path }) => n > 0 && n <= TODO_CAP && path.startsWith('/'))).toBe(true)
  expect(await (await world().as('nobodySpecial')).call(dashboards.todos, {})).toEqual([])
  expect(
    (await (await world().otherTenantUser()).call(dashboards.todos, {})).filter(
      ({ kind }) => kind === 'held',
    ),
  ).toEqual([])
})

test('the monitor shows the last hour of the stations, how long parcels wait, carriers’ answers', async () => {
  const { tenantId } = world()
  const depot = await world().depotId('FRA1')
  await query(
    `insert into scan_log (tenant_id, station, no, code, depot_id, create_by, create_time)
      select $1, 'into', 'x', case when n > 3 then 1010
        else 200 end, $2, 'w', now() - interval '10 minutes' from generate_series(1, 5) n`,
    [tenantId, depot],
  )
  await query(
    `insert into scan_log (tenant_id, station, no, code, depot_id, create_by, create_time)
      values ($1, 'into', 'x', 200, $2, 'w', now() - interval '2 hours')`,
    [tenantId, depot],
  )
  await query(
    `insert into carrier_call (tenant_id, courier, operation, http_status, ms, error)
      select $1, 'dhl', 'track', 200, n * 10, case when n = 20 then 'timeout' end
      from generate_series(1, 20) n`,
    [tenantId],
  )
  const made = await makeOrder(world(), await world().as('customer'), { confirm: true })
  await query(
    `update parcel set parcel_status = $2, received_at = now() - interval '30 hours'
      where shipment_id = $1`,
    [made.id, PARCEL.RECEIVED],
  )
  const seen = await (await world().as('manager')).call(dashboards.monitor, {})
  expect(seen.scans).toMatchObject([{ depotId: depot, refused: 2 }])
  expect(seen.scans[0]!.minutes.reduce((sum, n) => sum + n, 0)).toBe(5)
  expect([48, 49, 50].some((minute) => seen.scans[0]!.minutes[minute] === 5)).toBe(true)
  expect(seen.carriers).toMatchObject([{ courier: 'dhl', calls: 20, failed: 1, p95: 190 }])
  expect(seen.queues.find(({ status }) => status === PARCEL.RECEIVED)!.ages[2]).toBeGreaterThan(0)
  expect((await (await world().otherTenantUser()).call(dashboards.monitor, {})).scans).toEqual([])
})
