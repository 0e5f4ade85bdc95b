import fc from 'fast-check'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { makeCtx, systemPrincipal, type Ctx } from '#server/kit/access/ctx.ts'
import { RULE_OPS } from '#server/kit/access/data-rules.ts'
import type { DataRule, Principal } from '#server/kit/access/principal.ts'
import type { TableName } from '#server/kit/access/rows.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { inReport } from './run-statement.ts'

const world = useWorld()
const TABLES = {
  consignees: 'consignee',
  shippers: 'shipper',
  customers: 'customer',
  shipments: 'shipment',
  parcels: 'parcel',
  depots: 'depot',
  services: 'deliveryService',
  stock: 'stockBalance',
  returns: 'returnTrack',
} as const satisfies Record<string, TableName>
const EVERYTHING = { has: () => true } as unknown as ReadonlySet<string>

beforeAll(async () => {
  for (const role of ['customer', 'sub', 'otherCustomer'] as const) {
    const client = await world().as(role)
    await makeOrder(world(), client)
    for (const city of ['Berlin', 'Bern', 'Ost%', "O'Hara", 'under_score'])
      for (const entity of ['consignee', 'shipper'])
        await client.post(`/erp/${entity}/add`, {
          name: 'X',
          country: 'DE',
          city,
          street: 'Y',
          postalCode: '10115',
        })
  }
  const stranger = await world().otherTenantUser()
  await stranger.post('/erp/customer/add', { code: 'AWAY', name: 'Away', currency: 'EUR' })
})

const as = (principal: Partial<Principal>): Ctx =>
  makeCtx({
    requestId: 'test',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    deps: world().deps,
    http: null,
    executor: world().db.kysely,
    principal: { ...systemPrincipal(world().tenantId), perms: EVERYTHING, ...principal },
  })

async function byReport(ctx: Ctx, view: string): Promise<string[]> {
  const { rows } = await inReport(ctx, { sourceId: null, action: 'list' }, ({ ask }) =>
    ask(`select id::text as id from ${view} order by ${view}.id`, []),
  )
  return rows.map(({ id }) => String(id))
}
async function byRows(ctx: Ctx, table: TableName): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select x.id from ${ctx.rows(table).as('x')}
    order by x.id`.execute(ctx.db)
  return rows.map(({ id }) => String(id))
}
async function same(
  principal: Partial<Principal>,
  except: readonly string[] = [],
): Promise<number> {
  const ctx = as(principal)
  let count = 0
  for (const [view, table] of Object.entries(TABLES)) {
    if (except.includes(view)) continue
    const found = await byReport(ctx, view)
    expect(found, view).toEqual(await byRows(ctx, table))
    count += found.length
  }
  return count
}

describe('a report sees the rows its user reaches by lists', () => {
  test('of the whole tenant', async () => {
    expect(await same({})).toBeGreaterThan(20)
  })
  test('of a customer and its sub-account', async () => {
    const { customerId } = world()
    // Services have a sight of their own, below.
    const all = await same({ customerId, dataScope: 'customer' }, ['services'])
    const own = await same({ customerId, dataScope: 'sub', username: world().username('sub') }, [
      'services',
    ])
    expect([all > own, own > 0]).toEqual([true, true])
  })
  test('of sales, a department and depots', async () => {
    await same({ dataScope: 'sales', userId: '1' })
    await same({ dataScope: 'depart', orgCode: 'A01', orgCodes: ['A01'] })
    await same({ dataScope: 'depart', orgCode: null })
    await same({ dataScope: 'depot', depotIds: [await world().depotId('FRA1')] })
    await same({ dataScope: 'depot', depotIds: [] })
  })
  test('of one tenant only, whatever the other has', async () => {
    const elsewhere = await world().db.pool.query<{ id: string }>(
      `select tenant_id as id from sys_user where username = $1`,
      [await world().elsewhere('tenantAdmin')],
    )
    const theirs = await byReport(as({ tenantId: elsewhere.rows[0]!.id }), 'customers')
    const ours = await byReport(as({}), 'customers')
    expect(theirs.length).toBeGreaterThan(0)
    expect(ours.filter((id) => theirs.includes(id))).toEqual([])
  })
})

test('data rules mean the same in the database as in lists', async () => {
  const value = fc.constantFrom('Berlin', 'Ber', 'n', '%', '_', "O'Hara", 'Berlin,Bern', '')
  const rule: fc.Arbitrary<DataRule> = fc.oneof(
    fc.record({
      table: fc.constant('consignee'),
      field: fc.constant('city'),
      op: fc.constantFrom(...RULE_OPS, 'nonsense'),
      value,
    }),
    fc.record({
      table: fc.constant('consignee'),
      field: fc.constant('customer_id'),
      op: fc.constantFrom('=', '!=', 'IN', '>', '<='),
      value: fc.constantFrom(world().customerId, world().otherCustomerId, 'x'),
    }),
    fc.record({
      table: fc.constant('consignee'),
      field: fc.constant('blacklisted'),
      op: fc.constantFrom('=', '!=', 'IN'),
      value: fc.constantFrom('true', 'false', '1'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 2 }), async (rules) => {
      const ctx = as({ rules })
      expect(await byReport(ctx, 'consignees')).toEqual(await byRows(ctx, 'consignee'))
    }),
    { numRuns: 60 },
  )
})

test('a rule on orders binds their parcels', async () => {
  await same({ rules: [{ table: 'shipment', field: 'country', op: '=', value: 'FR' }] })
  await same({ rules: [{ table: 'shipment', field: 'country', op: '!=', value: 'FR' }] })
})

describe('what the hooks of lists add', () => {
  const holding = (perms: readonly string[]): Partial<Principal> => ({
    perms: new Set(perms) as unknown as Principal['perms'],
  })
  const ask = async (principal: Partial<Principal>, text: string) =>
    (
      await inReport(as(principal), { sourceId: null, action: 'list' }, ({ ask: asked }) =>
        asked(text, []),
      )
    ).rows

  test('kinds of orders the user may not list are in no report, nor are their parcels', async () => {
    const made = await makeOrder(world(), await world().as('manager'))
    const other = KINDS.at(-1)!
    await world().db.pool.query(`update shipment set shipment_resource = $2 where id = $1`, [
      made.id,
      other.code,
    ])
    const [first] = KINDS
    const some = holding([orderPerm(first!, 'list'), 'ship:parcel:list'])
    const kinds = await ask(some, 'select distinct kind from shipments')
    expect(kinds.map(({ kind }) => kind)).toEqual([first!.code])
    const found = await ask(some, `select id from parcels where shipment_id = ${made.id}`)
    expect(found).toEqual([])
    const all = holding([...KINDS.map((kind) => orderPerm(kind, 'list')), 'ship:parcel:list'])
    expect(await ask(all, `select id from parcels where shipment_id = ${made.id}`)).not.toEqual([])
  })

  test('customers are named to those who may list them', async () => {
    const perms = [orderPerm(KINDS[0]!, 'list'), 'ship:parcel:list']
    const text =
      'select count(*) as n, count(customer_id) as ids, count(customer) as names from parcels'
    const [hidden] = await ask(holding(perms), text)
    expect(Number(hidden!.n)).toBeGreaterThan(0)
    expect(hidden).toMatchObject({ ids: '0', names: '0' })
    const [named] = await ask(holding([...perms, 'base:customer:list']), text)
    expect(named!.ids).toBe(named!.n)
  })

  test('a customer’s report has the services open to it, as its list has', async () => {
    const { rows } = await world().db.pool.query<{ id: string }>(
      `update delivery_service set restricted = true
        where id = (select max(id) from delivery_service where tenant_id = $1) returning id`,
      [world().tenantId],
    )
    const text = `select id from services where id = ${rows[0]!.id}`
    const perms = holding(['dlv:service:list'])
    const customer = { ...perms, customerId: world().customerId, dataScope: 'customer' as const }
    expect(await ask(customer, text)).toEqual([])
    expect(await ask(customer, 'select id from services')).not.toEqual([])
    expect(await ask(perms, text)).toHaveLength(1)
  })

  test('returns without an owner are for those who sort them out', async () => {
    await world().db.pool.query(
      `insert into return_track (tenant_id, no, depot_id, state, place, create_by)
        select $1, 'POOLREACH' || s, $2, s, 'A1', 'reach' from unnest(array[20]) s`,
      [world().tenantId, await world().depotId('FRA1')],
    )
    const text = `select count(*) as n from returns where no like 'POOLREACH%'`
    expect(await ask(holding(['ret:my:list']), text)).toEqual([{ n: '0' }])
    expect(await ask(holding(['ret:my:list', 'ret:unconf:list']), text)).toEqual([{ n: '1' }])
  })
})
