import { beforeAll, describe, expect, test } from 'vitest'
import { dataLogs } from '#contracts/platform/operations/logs.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { QUOTED_FOR, SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { roles } from '#seeds/reference/roles.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import { clearPrincipalCaches } from '#server/features/platform/session/principals.ts'
import { useOwnWorld, type Client, type RoleCode } from '../harness.ts'
import { makeOrder, orderDraft, type MadeOrder } from '../orders.ts'
import { inputFor, watchRoutes, type Route } from './routes.ts'

const watched = watchRoutes()
const world = useOwnWorld()
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows

/** The order's price: digits that nothing else in the tenant has. */
const MARK = '73917391'
const shows = (bytes: Buffer) => /73917391|739173[.,]91/.test(bytes.toString('utf8'))

/** Reading calls that carry the amount of an order. Each of them asks for the permission. */
const CARRIERS = [
  'GET /boot/erp/shipment/exportXls',
  'GET /boot/erp/shipment/list',
  'GET /boot/erp/shipment/queryById',
  'GET /boot/erp/shipmentImport/list',
  'GET /boot/erp/shipmentImport/queryById',
  'GET /boot/erp/user/sub/list',
  'GET /boot/erp/user/sub/queryById',
  'GET /boot/rwms/dashboard/analysis',
  'GET /boot/sys/access/rows',
  'GET /boot/sys/dataLog/list',
  'GET /boot/sys/dataLog/queryDataVerList',
]

let order: MadeOrder
let importId: string
let subId: string

beforeAll(async () => {
  watched.stop()
  const manager = await world().as('manager')
  const customer = await world().as('customer')
  order = await makeOrder(world(), customer, { confirm: true })
  await manager.upload('/erp/shipment/importExcel', 'orders.csv', 'reference\nA\n', {
    dryRun: 'true',
    customerId: world().customerId,
  })
  await query(
    `update shipment set amount = $2, quote = jsonb_set(quote, '{total}', '"739173.91"')
      where id = $1`,
    [order.id, MARK],
  )
  ;[importId] = (
    await query<{ id: string }>(
      `update shipment_import set totals = $2::jsonb where tenant_id = $1 returning id`,
      [world().tenantId, JSON.stringify([{ currency: 'EUR', minor: MARK }])],
    )
  ).map(({ id }) => id) as [string]
  await query(
    `insert into data_log (tenant_id, table_name, row_id, action, actor, diff)
     values ($1, 'shipment', $2, 'edit', 'x', '{"amount": ["1.00", "739173.91"]}')`,
    [world().tenantId, order.id],
  )
  // A sub-account with a cap, whose confirmed orders cost the same.
  await world().as('sub')
  ;[subId] = (
    await query<{ id: string }>(`select id from sys_user where username = $1`, [
      world().username('sub'),
    ])
  ).map(({ id }) => id) as [string]
  await query(`update shipment set create_by = $2 where id = $1`, [
    order.id,
    world().username('sub'),
  ])
  await query(
    `insert into sub_account (tenant_id, user_id, spend_cap, spend_currency, spend_period)
     values ($1, $2, 99999999, 'EUR', 'all')
     on conflict (tenant_id, user_id) do update set spend_cap = 99999999, spend_currency = 'EUR',
       spend_period = 'all'`,
    [world().tenantId, subId],
  )
})

/** Takes the permissions on prices from a role, as an administrator would. */
async function withoutPrices(
  role: RoleCode,
  run: () => Promise<void>,
  perms: readonly string[] = QUOTED_FOR,
) {
  const taken = await query<{ roleId: string; permissionId: string }>(
    `delete from sys_role_permission g using sys_role r, sys_permission p
     where r.tenant_id = $1 and g.tenant_id = r.tenant_id and g.role_id = r.id and r.role_code = $2
       and p.id = g.permission_id and p.perms = any($3)
     returning g.role_id as "roleId", g.permission_id as "permissionId"`,
    [world().tenantId, role, perms],
  )
  expect(taken.length).toBe(perms.length)
  clearPrincipalCaches()
  try {
    await run()
  } finally {
    for (const { roleId, permissionId } of taken)
      await query(
        `insert into sys_role_permission (tenant_id, role_id, permission_id) values ($1, $2, $3)`,
        [world().tenantId, roleId, permissionId],
      )
    clearPrincipalCaches()
  }
}

/** As many as a browser asks at once. */
const AT_ONCE = 8

async function carriers(client: Client): Promise<string[]> {
  const known = (route: Route) => ({
    id: route.url.includes('shipmentImport')
      ? importId
      : route.url.includes('/sub/')
        ? subId
        : order.id,
    dataTable: 'shipment',
    dataId: order.id,
    entity: 'shipments',
    userId: subId,
    pageSize: 100,
    selections: undefined,
  })
  const found: string[] = []
  const reads = watched.routes.filter(
    ({ method, url, endpoint }) => method === 'GET' && url.startsWith('/boot/') && endpoint,
  )
  expect(reads.length).toBeGreaterThan(120)
  const ask = async (route: Route) => {
    const input = inputFor(route.endpoint!, known(route))
    const path = route.url
      .slice('/boot'.length)
      .replace(/:(\w+)/g, (_, name: string) => String(input[name] ?? '1'))
    const query = route.url.endsWith('exportXls') ? { ...input, exportFormat: 'csv' } : input
    const answer = await client.raw('GET', path, { query })
    if (shows(answer.bytes)) found.push(`GET ${route.url}`)
  }
  while (reads.length > 0) await Promise.all(reads.splice(0, AT_ONCE).map(ask))
  return found.toSorted()
}

describe('the price of an order', () => {
  test('is granted to those whose work it is', () => {
    const seeing = roles.filter(({ grants }) =>
      grants.some((grant) => ['*', 'ship:*', SEE_PRICES].includes(grant)),
    )
    expect(seeing.map(({ code }) => code)).toEqual([
      'admin',
      'tenantAdmin',
      'manager',
      'finance',
      'sales',
      'salesManager',
      'customer',
      'sub',
    ])
  })

  test('is in these answers for who may see it, and in none for who may not', async () => {
    const admin = await world().as('tenantAdmin')
    expect(await carriers(admin)).toEqual(CARRIERS)
    await withoutPrices('tenantAdmin', async () => {
      expect(await carriers(admin)).toEqual([])
    })
  })

  test('is in the opened order alone for who may only quote', async () => {
    const admin = await world().as('tenantAdmin')
    const run = async () =>
      expect(await carriers(admin)).toEqual(['GET /boot/erp/shipment/queryById'])
    await withoutPrices('tenantAdmin', run, [SEE_PRICES])
  })

  test('does not leave the field out: it is not there, nor sorted or searched by', async () => {
    const service = await world().as('service')
    const list = await service.get('/erp/shipment/list')
    const { records } = list.result as { records: Record<string, unknown>[] }
    expect(records.length).toBeGreaterThan(0)
    for (const row of records) expect(Object.keys(row)).not.toContain('amount')
    const manager = await world().as('manager')
    const orders = ['asc', 'desc'].map((order) => ({ column: 'amount', order }))
    const ids = async (client: Client, input: Record<string, string>) =>
      (
        (await client.get('/erp/shipment/list', input)).result as {
          records: { id: string }[]
        } | null
      )?.records.map(({ id }) => id)
    await makeOrder(world(), manager)
    const [up, down] = [await ids(manager, orders[0]!), await ids(manager, orders[1]!)]
    expect(up).not.toEqual(down)
    expect(await ids(service, orders[0]!)).toEqual(await ids(service, orders[1]!))
    const search = (val: string) => ({
      superQueryParams: encodeURIComponent(JSON.stringify([{ field: 'amount', rule: 'ge', val }])),
    })
    expect(await ids(manager, search('700000'))).toHaveLength(1)
    const refused = await service.get('/erp/shipment/list', search('700000'))
    expect(refused.error).toBe('request.invalid')
    const sheet = await service.get('/erp/shipment/exportXls', {
      exportFormat: 'csv',
      exportColumns: 'serialNumber,amount',
    })
    expect(shows(sheet.bytes)).toBe(false)
  })

  test('is in no answer to a call that writes, prices or conflicts', async () => {
    const role = await createRole(world(), 'tenant', [
      'ship:b2c:list',
      'ship:b2c:add',
      'ship:b2c:edit',
    ])
    const service = await (await createUser(world(), [role], {})).client()
    const draft = await orderDraft(world())
    const added = (await service.post(shipments.add.path, draft)).result as OrderDetail
    expect(added).toMatchObject({ amount: null, quote: null })
    const edit = { ...draft, id: added.id, version: added.version }
    const edited = (await service.put(shipments.edit.path, edit)).result as OrderDetail
    expect(edited).toMatchObject({ amount: null, quote: null })
    const stale = await service.put(shipments.edit.path, edit)
    expect(stale.error).toBe('row.stale')
    expect(JSON.stringify(stale.result)).not.toMatch(/"amount":"|"total":"/)
    expect((await service.call(shipments.quote, draft)).quote).toBeNull()
    // What the order costs is stored and logged all the same.
    const manager = await world().as('manager')
    const whole = await manager.call(shipments.queryById, { id: added.id })
    expect(whole.amount).not.toBeNull()
    expect(whole.quote).not.toBeNull()
    const [line] = await query<{ diff: { amount: unknown } }>(
      `select diff from data_log
        where tenant_id = $1 and table_name = 'shipment' and row_id = $2 and action = 'add'`,
      [world().tenantId, added.id],
    )
    expect(JSON.stringify(line!.diff.amount)).toContain(whole.amount!)
  })

  test('is not revealed by the limit of a sub-account that may not see it', async () => {
    const sub = await world().as('sub')
    const run = async () => {
      expect(await sub.call(shipments.choices, {})).toMatchObject({ limit: null })
      await query(`update sub_account set spend_cap = 1 where user_id = $1`, [subId])
      const draft = await orderDraft(world())
      for (const refused of [
        await sub.post(shipments.quote.path, draft),
        await sub.post(shipments.add.path, draft),
      ]) {
        expect(JSON.stringify(refused)).toContain('spendCap.reached')
        expect(JSON.stringify(refused)).not.toMatch(/\d\.\d\d/)
      }
    }
    await withoutPrices('sub', run, [SEE_PRICES])
  })
})

describe('what we pay, and what another customer pays', () => {
  /** Digits that only a cost table, or only a customer's table, has. */
  const COST_MARK = '6482.91'
  const feeOf = async (code: string, more: object): Promise<{ feeId: string; id: string }> => {
    const manager = await world().as('manager')
    const { id: serviceId, supplierId } = (
      await query<{ id: string; supplierId: string }>(
        `select s.id, c.supplier_id as "supplierId" from delivery_service s
          join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id
          where s.tenant_id = $1 and s.code = 'ECO-PARCEL'`,
        [world().tenantId],
      )
    )[0]!
    const made = await manager.post('/erp/fee/add', {
      code,
      name: `Table ${code}`,
      currency: 'EUR',
      stepMode: 'A',
      serviceId,
      supplierId,
      validFrom: '2024-01-01',
      ...more,
    })
    const { id: feeId } = made.result as { id: string }
    const { id } = await manager.call(feePrices.clone, { feeId })
    const { zones, current } = await manager.call(feePrices.sheet, { feeId })
    const { version } = await manager.call(feePrices.save, {
      id,
      version: current!.version,
      zones: zones.map((zone) => zone.id),
      rows: [{ upTo: null, step: null, prices: zones.map(() => COST_MARK), seconds: [] }],
    })
    await manager.call(feePrices.activate, { id, version })
    return { feeId, id }
  }
  /** Reading calls that answer the mark to a user, asked about this table. */
  const shown = async (client: Client, { feeId, id }: { feeId: string; id: string }) => {
    const found: string[] = []
    for (const [path, input] of [
      ['/erp/fee/sheet', { feeId, versionId: id }],
      ['/erp/fee/list', { pageSize: 200 }],
      ['/erp/fee/queryById', { id: feeId }],
      ['/erp/fee/options', { keyword: 'Table' }],
      ['/erp/fee/exportXls', { exportFormat: 'csv' }],
      ['/erp/feeVersion/exportXls', { id }],
      ['/erp/feeVersion/compare', { id, withId: id }],
      ['/erp/feeCell/list', { feeId, pageSize: 200 }],
      ['/erp/feeCell/exportXls', { exportFormat: 'csv', feeId }],
      ['/erp/surcharge/list', { feeId }],
      [dataLogs.versions.path, { dataTable: 'fee', dataId: feeId }],
      [dataLogs.list.path, { dataTable: 'fee', pageSize: 200 }],
    ] as const) {
      const { bytes, status, success, headers } = await client.raw('GET', path, { query: input })
      const text = bytes.toString('utf8')
      const file = path.endsWith('/feeVersion/exportXls') && status === 200 && success === undefined
      if (/6482[.,]91|"code":"PAY-|PAY-COST|Table PAY/.test(text) || (file && headers))
        found.push(path)
      else if (path.endsWith('compare') && success) found.push(path)
    }
    return found
  }

  test('cost tables are there for who may see costs, in no call for others', async () => {
    const table = await feeOf('PAY-COST', { kind: '2' })
    expect((await shown(await world().as('finance'), table)).length).toBeGreaterThan(6)
    for (const role of ['sales', 'service', 'warehouse', 'customer', 'sub'] as const)
      expect(await shown(await world().as(role), table), role).toEqual([])
    const sales = await world().as('sales')
    // What is sold is theirs to read.
    expect((await sales.get('/erp/fee/list')).success).toBe(true)
  })

  test('another customer’s table is in no call of a customer, and prices none of its orders', async () => {
    const table = await feeOf('PAY-OWN', { kind: '1' })
    const manager = await world().as('manager')
    const [other] = await query<{ id: string }>(
      'select id from customer where tenant_id = $1 and id <> $2 limit 1',
      [world().tenantId, world().customerId],
    )
    await manager.call(feePrices.assign, { id: table.feeId, customerIds: [other!.id] })
    for (const role of ['customer', 'sub'] as const) {
      const client = await world().as(role)
      expect(await shown(client, table)).toEqual([])
      const priced = await client.post('/erp/shipment/quote', await orderDraft(world()))
      expect(JSON.stringify(priced)).not.toContain(COST_MARK)
      const simulated = await client.post('/erp/deliveryService/simulate', {
        serviceCode: 'ECO-PARCEL',
        customerId: other!.id,
        country: 'DE',
        postalCode: '94579',
        parcels: [{ weightKg: 1 }],
      })
      expect(simulated.success).toBe(false)
      expect(JSON.stringify(simulated)).not.toContain(COST_MARK)
    }
  })
})
