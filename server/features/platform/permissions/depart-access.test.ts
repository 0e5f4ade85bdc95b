import { beforeAll, describe, expect, test } from 'vitest'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { departments } from '#contracts/platform/departments/departments.ts'
import { accessTests } from '#contracts/platform/access/permissions.access.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft, type MadeOrder } from '#test/orders.ts'
import { makeRole, makeUser, signIn } from './users.fixture.ts'

const world = useWorld()
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await world().db.pool.query<T>(text, values)).rows

/**
 * Customer service of two departments; one of them has a team below it. `unassigned` belongs to no
 * department.
 */
const customers = { here: '', team: '', sibling: '', unassigned: '' }
const departs = { here: '', team: '', sibling: '' }
const orders: Record<string, MadeOrder> = {}
let manager: Client
let agent: { id: string; username: string }
let service: Client
const KEYS = ['here', 'team', 'sibling', 'unassigned'] as const
const MINE = ['here', 'team'] as const
const FAR = ['sibling', 'unassigned'] as const

beforeAll(async () => {
  const admin = await world().as('tenantAdmin')
  manager = await world().as('manager')
  const [top] = await query<{ id: string }>(
    `select id from sys_depart where tenant_id = $1 and org_code = 'A01'`,
    [world().tenantId],
  )
  const add = async (departName: string, parentId: string) =>
    (await admin.call(departments.add, { departName, parentId })).id
  departs.here = await add('客服一部', top!.id)
  departs.team = await add('客服一部一组', departs.here)
  departs.sibling = await add('客服二部', top!.id)
  for (const key of KEYS) {
    const made = await admin.post('/erp/customer/add', {
      code: `D-${key}`,
      name: `D ${key}`,
      currency: 'EUR',
      departId: key === 'unassigned' ? null : departs[key],
    })
    customers[key] = (made.result as { id: string }).id
    orders[key] = await makeOrder(world(), manager, {
      confirm: true,
      change: { customerId: customers[key], reference: `DEP-${key}` },
    })
    for (const entity of ['shipper', 'consignee'])
      await manager.post(`/erp/${entity}/add`, {
        customerId: customers[key],
        name: `N ${key}`,
        country: 'DE',
        city: 'Bonn',
        postalCode: '53111',
        street: 'S',
        house: '1',
        phone: '+49 228 1',
        email: 'a@example.com',
      })
    await query(
      `insert into user_depot (tenant_id, customer_id, depot_id, depot_code)
        values ($1, $2, $3, $4)`,
      [world().tenantId, customers[key], await world().depotId('FRA1'), `UD-${key}`],
    )
    await query(
      `insert into predicted_batch (tenant_id, customer_id, depot_id, no) values ($1, $2, $3, $4)`,
      [world().tenantId, customers[key], await world().depotId('FRA1'), `PB-${key}`],
    )
  }
  await makeRole(
    world(),
    'figures',
    [
      'dash:analysis:view',
      'erp:subuser:list',
      'sys:user:list',
      'base:customer:export',
      'base:customer:edit',
    ],
    'sub',
  )
  agent = await makeUser(world(), 'agent', ['service', 'figures'], [departs.here, departs.sibling])
  service = await inDepart('here')
})

async function inDepart(key: keyof typeof departs): Promise<Client> {
  const client = await signIn(world(), agent.username)
  const [code] = await query<{ orgCode: string }>(
    'select org_code as "orgCode" from sys_depart where id = $1',
    [departs[key]],
  )
  const chosen = await client.put('/sys/selectDepart', {
    username: agent.username,
    orgCode: code!.orgCode,
  })
  if (!chosen.success) throw new Error(chosen.message)
  return client
}
interface Listed {
  total: number
  records: Record<string, string>[]
}
const list = async (client: Client, path: string, input: Record<string, unknown> = {}) =>
  (await client.get(path, { pageSize: 100, ...input })).result as Listed
const seen = async (client: Client, path: string, field: string) =>
  (await list(client, path)).records.map((row) => row[field]!).toSorted()
const figure = (client: Client) => client.call(dashboards.statusCount, {})

describe('customer service of a department', () => {
  test('sees its customers and those of the teams below it, and all that hangs on them', async () => {
    const own = MINE.map((key) => customers[key]).toSorted()
    expect(await seen(service, '/erp/customer/list', 'id')).toEqual(own)
    for (const path of [
      '/erp/shipment/list',
      '/erp/shipper/list',
      '/erp/consignee/list',
      '/erp/userDepot/list',
      '/erp/predictedBatch/list',
    ]) {
      expect(await seen(service, path, 'customerId'), path).toEqual(own)
      expect((await list(service, path, { customerId: customers.sibling })).total, path).toBe(0)
    }
    expect((await list(manager, '/erp/shipment/list')).total).toBe(4)
    // Who writes the customer down decides whose it is; those bound by it do not see the field.
    expect((await list(service, '/erp/customer/list')).records[0]).not.toHaveProperty('departId')
    expect((await list(service, '/erp/customer/list', { departId: departs.sibling })).total).toBe(2)
  })

  test('counts what it lists: boards, to-dos, analysis, today', async () => {
    const board = await figure(service)
    for (const [status, n] of Object.entries(board))
      expect([
        status,
        (await list(service, '/erp/shipment/list', { shipmentStatus: status })).total,
      ]).toEqual([status, n])
    expect(board[PARCEL.CONFIRMED]).toBe(2)
    expect((await figure(manager))[PARCEL.CONFIRMED]).toBe(4)
    expect((await service.call(dashboards.today, {})).added).toBe(2)
    const analysis = await service.call(dashboards.analysis, {})
    expect([
      analysis.total.orders,
      analysis.byCustomer.top.map(({ key }) => key).toSorted(),
    ]).toEqual([2, MINE.map((key) => customers[key]).toSorted()])
    expect(
      (await service.call(dashboards.analysis, { customerId: customers.sibling })).total.orders,
    ).toBe(0)
    await query(
      `update shipment set shipment_status = ${PARCEL.HELD} where tenant_id = $1 and id = any($2)`,
      [world().tenantId, [orders.here!.id, orders.sibling!.id]],
    )
    expect((await service.call(dashboards.todos, {})).find(({ kind }) => kind === 'held')?.n).toBe(
      1,
    )
    await query(`update shipment set shipment_status = ${PARCEL.CONFIRMED} where tenant_id = $1`, [
      world().tenantId,
    ])
    await query(
      `update shipment set shipment_status = ${PARCEL.DRAFT} where tenant_id = $1 and id = any($2)`,
      [world().tenantId, [orders.team!.id, orders.unassigned!.id]],
    )
    expect(
      Object.values(await service.call(dashboards.draftCount, {})).reduce((a, b) => a + b),
    ).toBe(1)
    await query(`update shipment set shipment_status = ${PARCEL.CONFIRMED} where tenant_id = $1`, [
      world().tenantId,
    ])
  })

  test('takes out no more than it sees: sheets, chosen rows, reports', async () => {
    for (const input of [
      {},
      { selections: KEYS.map((key) => orders[key]!.id).join(',') },
      { customerId: customers.sibling },
    ]) {
      const sheet = await service.get('/erp/shipment/exportXls', { ...input, exportFormat: 'csv' })
      const text = sheet.bytes.toString('utf8')
      for (const key of FAR) expect(text).not.toContain(orders[key]!.serialNumber)
      expect(text.includes(orders.team!.serialNumber)).toBe(!('customerId' in input))
    }
    const book = (
      await service.get('/erp/customer/exportXls', { exportFormat: 'csv' })
    ).bytes.toString('utf8')
    for (const key of KEYS)
      expect(book.includes(`D-${key}`), key).toBe(key === 'here' || key === 'team')
    for (const [report, field] of [
      ['customers', 'D-'],
      ['shipments', 'DEP-'],
      ['consignees', 'N '],
    ] as const) {
      const text = JSON.stringify(
        (await service.get(`/online/cgreport/api/getData/${report}`, { pageSize: 100 })).result,
      )
      for (const key of MINE) expect(text, report).toContain(`${field}${key}`)
      for (const key of FAR) expect(text, report).not.toContain(`${field}${key}`)
    }
  })

  test('neither opens nor changes what lies beyond, by whatever number', async () => {
    for (const key of FAR) {
      const { id, parcels } = orders[key]!
      expect((await service.get('/erp/shipment/queryById', { id })).status).toBe(404)
      expect(
        (
          await service.put('/erp/shipment/edit', {
            ...(await orderDraft(world(), { customerId: customers.here })),
            id,
            version: 1,
          })
        ).status,
      ).toBe(404)
      expect((await service.get('/erp/customer/queryById', { id: customers[key] })).status).toBe(
        404,
      )
      for (const act of ['cancel', 'withdraw', 'confirm'])
        expect(
          (await service.put(`/erp/shipment/${act}`, { ids: [id] })).result,
          act,
        ).toMatchObject({ done: 0, failed: 1 })
      expect(
        (await service.post('/erp/label/print', { ids: [id] })).headers.get('content-type'),
      ).toContain('json')
      expect((await service.get('/erp/tracking/events', { parcelId: parcels[0]!.id })).status).toBe(
        404,
      )
      expect(
        (
          await service.post('/erp/tracking/addEvent', {
            parcelId: parcels[0]!.id,
            status: 30,
            at: new Date().toISOString(),
          })
        ).success,
      ).toBe(false)
      expect(
        (await service.post('/erp/tracking/refresh', { parcelIds: [parcels[0]!.id] })).result,
      ).not.toMatchObject({ queued: 1 })
      for (const q of [orders[key]!.serialNumber, `DEP-${key}`, parcels[0]!.trackNo!, `D-${key}`])
        expect((await service.get('/sys/search/quick', { q })).result, q).toEqual([])
      expect(
        (
          await service.post(
            '/erp/shipment/add',
            await orderDraft(world(), { customerId: customers[key] }),
          )
        ).success,
      ).toBe(false)
      expect(
        await service.post(
          '/erp/shipment/quote',
          await orderDraft(world(), { customerId: customers[key] }),
        ),
      ).not.toMatchObject({ result: { quote: {} } })
    }
    const mixed = await service.post('/erp/tracking/search', {
      nos: KEYS.map((key) => orders[key]!.parcels[0]!.trackNo!),
    })
    expect(
      (mixed.result as { found: boolean; parcelId: string | null }[]).map(({ found, parcelId }) =>
        found ? parcelId : null,
      ),
    ).toEqual([orders.here!.parcels[0]!.id, orders.team!.parcels[0]!.id, null, null])
    expect(
      (await service.put('/erp/shipment/withdraw', { ids: KEYS.map((key) => orders[key]!.id) }))
        .result,
    ).toMatchObject({ done: 2, failed: 2 })
    expect(
      (await list(manager, '/erp/shipment/list', { shipmentStatus: PARCEL.CONFIRMED })).total,
    ).toBe(2)
    await service.put('/erp/shipment/confirm', { ids: MINE.map((key) => orders[key]!.id) })
  })

  test('sees of customers’ people those of its own', async () => {
    for (const key of KEYS)
      await query(
        `insert into sys_user (tenant_id, username, realname, password_hash, customer_id)
          values ($1, $2, $2, '-', $3)`,
        [world().tenantId, `u-${key}-${agent.id}`, customers[key]],
      )
    const names = await seen(service, '/sys/user/list', 'username')
    for (const key of KEYS)
      expect(names.includes(`u-${key}-${agent.id}`), key).toBe(key === 'here' || key === 'team')
    const report = JSON.stringify(
      (await service.get('/online/cgreport/api/getData/users', { pageSize: 500 })).result,
    )
    for (const key of KEYS)
      expect(report.includes(`u-${key}-${agent.id}`), key).toBe(key === 'here' || key === 'team')
  })

  test('never decides itself whose a customer is', async () => {
    const row = (await service.get('/erp/customer/queryById', { id: customers.here }))
      .result as Record<string, unknown>
    expect(
      (
        await service.put('/erp/customer/edit', {
          ...row,
          departId: departs.sibling,
          name: 'D here 2',
        })
      ).success,
    ).toBe(true)
    expect(
      (
        await query<{ id: string }>('select depart_id as id from customer where id = $1', [
          customers.here,
        ])
      )[0]!.id,
    ).toBe(departs.here)
    await query(`update customer set name = 'D here' where id = $1`, [customers.here])
  })
})

describe('the department that counts', () => {
  test('is the one the user works in now', async () => {
    const there = await inDepart('sibling')
    expect(await seen(there, '/erp/shipment/list', 'customerId')).toEqual([customers.sibling])
    expect((await figure(there))[PARCEL.CONFIRMED]).toBe(1)
  })

  test('is none for who is in none, and is lost with it', async () => {
    const lost = await makeUser(world(), 'lost', ['service'])
    const client = await signIn(world(), lost.username)
    expect([
      (await list(client, '/erp/shipment/list')).total,
      (await list(client, '/erp/customer/list')).total,
    ]).toEqual([0, 0])
    expect(Object.values(await figure(client)).every((n) => n === 0)).toBe(true)
    const there = await inDepart('sibling')
    await query('delete from sys_user_depart where user_id = $1 and depart_id = $2', [
      agent.id,
      departs.sibling,
    ])
    const again = await signIn(world(), agent.username)
    again.token = there.token
    await expect
      .poll(async () => (await list(again, '/erp/shipment/list')).total, { timeout: 90_000 })
      .toBe(0)
    await query('insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $3)', [
      world().tenantId,
      agent.id,
      departs.sibling,
    ])
  })

  test('is explained by the access screen', async () => {
    await inDepart('here')
    const reported = await (
      await world().as('tenantAdmin')
    ).call(accessTests.rows, { userId: agent.id, entity: 'shipments' })
    expect(reported).toMatchObject({
      visible: 2,
      total: 4,
      parts: [
        { kind: 'tenant' },
        { kind: 'depart', text: expect.stringMatching(/客服一部 \(A01[A-Z]\d\d\)/) },
      ],
    })
  })

  test('takes its customers along where it moves, and leaves them to no department where it goes', async () => {
    const admin = await world().as('tenantAdmin')
    const tree = await admin.call(departments.listAll, {})
    const team = tree.find((one) => one.id === departs.team)!
    await admin.call(departments.edit, { ...team, parentId: departs.sibling } as never)
    await expect
      .poll(async () => (await list(service, '/erp/shipment/list')).total, { timeout: 90_000 })
      .toBe(1)
    expect(await seen(await inDepart('sibling'), '/erp/shipment/list', 'customerId')).toEqual(
      [customers.team, customers.sibling].toSorted(),
    )
    await admin.delete('/sys/sysDepart/delete', { id: departs.team, force: true })
    expect(await query('select depart_id from customer where id = $1', [customers.team])).toEqual([
      { depart_id: null },
    ])
    expect(await seen(await inDepart('sibling'), '/erp/shipment/list', 'customerId')).toEqual([
      customers.sibling,
    ])
    expect((await list(manager, '/erp/shipment/list')).total).toBe(4)
  })
})
