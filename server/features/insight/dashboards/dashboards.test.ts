import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { Client, PASSWORD, useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { startOfDay } from '#contracts/kit/zone-days.ts'

const world = useWorld()
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const total = async (client: Client, status: string) =>
  ((await client.get('/erp/shipment/list', { shipmentStatus: status })).result as { total: number })
    .total

async function sameAsList(client: Client): Promise<Record<string, number>> {
  const board = await client.call(dashboards.statusCount, {})
  expect(Object.keys(board)).toHaveLength(19)
  for (const [status, count] of Object.entries(board))
    expect([status, await total(client, status)]).toEqual([status, count])
  return board
}

describe('the status board', () => {
  test("counts what each caller's list shows, at once", async () => {
    const [staff, customer, sub, other, warehouse] = [
      await world().as('manager'),
      await world().as('customer'),
      await world().as('sub'),
      await world().as('otherCustomer'),
      await world().as('warehouse'),
    ]
    await makeOrder(world(), customer, { confirm: true })
    const mine = await makeOrder(world(), sub)
    await makeOrder(world(), other, { change: { depotId: await world().depotId('SZX1') } })
    const dead = await makeOrder(world(), customer)
    await customer.put('/erp/shipment/cancel', { ids: [dead.id] })
    expect(await sameAsList(staff)).toMatchObject({
      [PARCEL.DRAFT]: 2,
      [PARCEL.CONFIRMED]: 1,
      [PARCEL.CANCELLED]: 1,
    })
    expect(await sameAsList(customer)).toMatchObject({
      [PARCEL.DRAFT]: 1,
      [PARCEL.CONFIRMED]: 1,
      [PARCEL.CANCELLED]: 1,
    })
    expect(await sameAsList(sub)).toMatchObject({ [PARCEL.DRAFT]: 1, [PARCEL.CONFIRMED]: 0 })
    expect(await sameAsList(other)).toMatchObject({ [PARCEL.DRAFT]: 1, [PARCEL.CANCELLED]: 0 })
    expect(await sameAsList(await world().as('sales'))).toMatchObject({
      [PARCEL.DRAFT]: 1,
      [PARCEL.CONFIRMED]: 1,
    })
    // The depot's people have no list of orders: theirs is held against the table.
    expect(await warehouse.call(dashboards.statusCount, {})).toMatchObject({
      [PARCEL.DRAFT]: 1,
      [PARCEL.CONFIRMED]: 1,
      [PARCEL.CANCELLED]: 1,
    })
    await sub.put('/erp/shipment/confirm', { ids: [mine.id] })
    expect(await sameAsList(sub)).toMatchObject({ [PARCEL.DRAFT]: 0, [PARCEL.CONFIRMED]: 1 })
    expect(
      Object.values(await (await world().otherTenantUser()).call(dashboards.statusCount, {})).every(
        (count) => count === 0,
      ),
    ).toBe(true)
  })

  test("keeps to a role's rule over columns the sums do not have", async () => {
    const service = await world().as('service')
    await makeOrder(world(), await world().as('manager'), {
      change: { reference: `ONLY-${Date.now()}` },
    })
    const role = await query<{ id: string }>(
      `select id from sys_role where tenant_id = $1 and role_code = 'service'`,
      [world().tenantId],
    )
    expect(role).toHaveLength(1)
    const before = await sameAsList(service)
    await query(
      `with entry as (select id from sys_permission where key = 'shipment.b2c'), rule as (
        insert into sys_permission_rule (tenant_id, permission_id, rule_name, rule_column,
          rule_conditions, rule_value, table_name, column_name)
          select $1, id, 'r', 'reference', 'LIKE', 'ONLY-', 'shipment', 'reference' from entry
          returning id)
      update sys_role_permission p set data_rule_ids = array[rule.id] from entry, rule
      where p.tenant_id = $1 and p.role_id = $2 and p.permission_id = entry.id`,
      [world().tenantId, role[0]!.id],
    )
    // Permissions are cached for seconds; a new session has the new ones.
    const { token } = (
      await world().anonymous.post('/sys/login', {
        username: world().username('service'),
        password: PASSWORD,
      })
    ).result as { token: string }
    const after = await sameAsList(new Client(world().base, token))
    expect(after[PARCEL.DRAFT]).toBe(1)
    expect(before[PARCEL.DRAFT]).toBeGreaterThan(1)
  })

  test("of one kind of order is that kind's", async () => {
    const staff = await world().as('manager')
    const made = await makeOrder(world(), staff)
    const was = await staff.call(dashboards.statusCount, { shipmentResource: 'B2C' })
    await query(`update shipment set shipment_resource = 'FBA' where id = $1`, [made.id])
    expect(await staff.call(dashboards.statusCount, { shipmentResource: 'FBA' })).toMatchObject({
      [PARCEL.DRAFT]: 1,
      [PARCEL.CONFIRMED]: 0,
    })
    expect(
      (await staff.call(dashboards.statusCount, { shipmentResource: 'B2C' }))[PARCEL.DRAFT],
    ).toBe(was[PARCEL.DRAFT]! - 1)
  })

  test('is shown to those who may see it', async () => {
    expect(
      (await (await world().as('nobodySpecial')).get('/rwms/dashboard/statusCount')).status,
    ).toBe(403)
    expect((await world().anonymous.get('/rwms/dashboard/today')).status).toBe(401)
  })
})

test('the running sums are what counting would give, for any change of orders and any time of summing', async () => {
  const staff = await world().as('manager')
  const made = await Promise.all(Array.from({ length: 6 }, () => makeOrder(world(), staff)))
  const depots = [await world().depotId('FRA1'), await world().depotId('SZX1')]
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('status' as const),
      at: fc.nat(5),
      to: fc.constantFrom(...Object.values(PARCEL)),
    }),
    fc.record({ kind: fc.constant('depot' as const), at: fc.nat(5), to: fc.nat(1) }),
    fc.record({
      kind: fc.constant('type' as const),
      at: fc.nat(5),
      to: fc.constantFrom('B2C', 'FBA'),
    }),
    fc.record({
      kind: fc.constant('all' as const),
      at: fc.nat(5),
      to: fc.constantFrom(PARCEL.DRAFT, PARCEL.DELIVERED),
    }),
    fc.record({
      kind: fc.constant('undone' as const),
      at: fc.nat(5),
      to: fc.constant(PARCEL.LOST),
    }),
    fc.record({ kind: fc.constant('fold' as const), at: fc.nat(5), to: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      for (const { kind, at, to } of steps) {
        if (kind === 'status')
          await query('update shipment set shipment_status = $2 where id = $1', [made[at]!.id, to])
        else if (kind === 'type')
          await query('update shipment set shipment_resource = $2 where id = $1', [
            made[at]!.id,
            to,
          ])
        else if (kind === 'depot')
          await query('update shipment set depot_id = $2 where id = $1', [
            made[at]!.id,
            depots[Number(to)],
          ])
        else if (kind === 'all')
          await query('update shipment set shipment_status = $2 where tenant_id = $1', [
            world().tenantId,
            to,
          ])
        else if (kind === 'undone')
          await world().db.pool.query(
            `begin; update shipment set shipment_status = ${to} where id = ${made[at]!.id}; rollback`,
          )
        else await Promise.all([1, 2].map(() => query('select shipment_tally_compact()', [])))
      }
      const keys = 'customer_id, depot_id, create_by, shipment_resource, shipment_status'
      const sums = await query(
        `select ${keys}, sum(n) as n from shipment_tally where tenant_id = $1
          group by ${keys} having sum(n) <> 0 order by ${keys}`,
        [world().tenantId],
      )
      expect(sums).toEqual(
        await query(
          `select ${keys}, count(*)::numeric as n from shipment where tenant_id = $1
            group by ${keys} order by ${keys}`,
          [world().tenantId],
        ),
      )
    }),
    { numRuns: 25 },
  )
  await query('delete from shipment where id = $1', [made[0]!.id])
  expect(await sameAsList(staff)).toBeTruthy()
})

test("today's figures start at midnight where the caller is", async () => {
  const staff = await world().as('manager')
  const was = await staff.call(dashboards.today, {})
  const made = await makeOrder(world(), staff, {
    confirm: true,
    change: { parcels: [parcel(), parcel(), parcel()] },
  })
  const [one, two, three] = made.parcels.map((piece) => piece.id)
  await query(
    `update parcel
      set parcel_status = ${PARCEL.DELIVERED}, received_at = now() - interval '50 hours',
        outbound_at = now(), delivered_at = now() where id = $1`,
    [one],
  )
  await query(
    `update parcel set parcel_status = ${PARCEL.HELD}, received_at = now() where id = $1`,
    [two],
  )
  await query(
    `update parcel
      set parcel_status = ${PARCEL.EXCEPTION}, received_at = now() - interval '60 hours',
        outbound_at = now() - interval '50 hours' where id = $1`,
    [three],
  )
  await query(`update shipment set shipment_status = ${PARCEL.EXCEPTION} where id = $1`, [made.id])
  await query(`update shipment set shipment_status = ${PARCEL.HELD} where id = $1`, [
    (await makeOrder(world(), staff)).id,
  ])
  expect(await staff.call(dashboards.today, {})).toEqual({
    added: was.added + 2,
    received: was.received + 1,
    outbound: was.outbound + 1,
    delivered: was.delivered + 1,
    exceptions: was.exceptions + 1,
    held: was.held + 1,
  })
  expect(
    await (await world().as('otherCustomer')).call(dashboards.today, { zone: 'Asia/Shanghai' }),
  ).toMatchObject({ received: 0, held: 0 })
  expect((await staff.get('/rwms/dashboard/today', { zone: 'Mars/Olympus' })).result).toMatchObject(
    { issues: [{ path: 'zone' }] },
  )
})

test("midnight is the wall clock's, also when the clocks change", () => {
  const at = (now: string, zone: string) => startOfDay(new Date(now), zone)
  expect(at('2026-11-21T09:31:07.250Z', 'UTC')).toBe('2026-11-21T00:00:00.000Z')
  expect(at('2026-11-21T17:00:00Z', 'Asia/Shanghai')).toBe('2026-11-21T16:00:00.000Z')
  expect(at('2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(at('2026-10-25T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(at('2026-11-21T03:00:00Z', 'America/New_York')).toBe('2026-11-20T05:00:00.000Z')
  expect(at('2026-11-21T03:00:00Z', 'nowhere')).toBeNull()
})
