import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { clearPrincipalCaches, principals } from '#server/features/platform/session/principals.ts'
import { predict, trackNo } from '#server/features/depot/inbound/depot.fixture.ts'
import { Rows, type TableName } from '#server/kit/access/rows.ts'
import { declaredTables } from '#server/kit/access/tables.ts'
import { Client, PASSWORD, useWorld } from '../harness.ts'
import { makeOrder } from '../orders.ts'

const world = useWorld()
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows

/**
 * Owner tables a sub-account sees beyond its own records, with the reason. The list may only become
 * shorter.
 */
const SHARED: Record<string, string> = {
  customer: 'the account itself, by which its sub-accounts order',
  consignee: "the account's address book, to which its sub-accounts ship",
  hs_memory: 'how the account declared its goods before, by SKU; it names no order',
  ledger_account:
    'the money the charges of its orders are checked against; lists of it ask for a permission',
  recipient_mail: "the account's wishes for those its sub-accounts' parcels go to",
  return_config: "the account's terms of returns, by which its sub-accounts' boxes are handled",
  return_search: 'what was asked for in vain, to slow guessing; no call lists it',
  service_choice: "the account's rules that choose a service for its sub-accounts' orders, too",
  stock_balance: "the account's stock, from which its sub-accounts order",
  stock_sku: "the account's goods, which its sub-accounts order",
  user_depot: 'the depots the account may send to; staff keep the list',
}
const ownerTables = () =>
  [...declaredTables()].filter(([, scope]) => scope.kind === 'owner').map(([name]) => name)

/** A rule of the tenant's on a table, put on one grant of the main account's role. */
async function ruleOnMain(table: string, column: string, value: string, perms: string) {
  const [rule] = await query<{ id: string }>(
    `insert into sys_permission_rule (tenant_id, permission_id, rule_name, rule_column,
        rule_conditions, rule_value, table_name, column_name)
     select $1, p.id, 'limit', $3, '=', $4, $2, $3 from sys_permission p where p.perms = $5 limit 1
     returning id`,
    [world().tenantId, table, column, value, perms],
  )
  const put = await query(
    `update sys_role_permission g set data_rule_ids = g.data_rule_ids || $2::bigint
      from sys_role r, sys_permission p
     where r.tenant_id = $1 and g.tenant_id = r.tenant_id and g.role_id = r.id
       and r.role_code = 'customer' and p.id = g.permission_id and p.perms = $3 returning 1`,
    [world().tenantId, rule!.id, perms],
  )
  expect(put.length).toBeGreaterThan(0)
  clearPrincipalCaches()
}
const principalOf = async (client: Client) => {
  const found = await principals(world().db).resolve(client.token!, undefined)
  if (!found || !('principal' in found)) throw new Error('no such user')
  return found.principal
}
const reach = async (client: Client, table: string) => {
  const principal = await principalOf(client)
  const { sql, parameters } = new Rows(world().db.kysely, principal, camel(table) as TableName)
    .select()
    .selectAll()
    .compile()
  return { sql, parameters }
}
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('a sub-account', () => {
  let [main, sub]: Client[] = []
  beforeAll(async () => {
    main = await world().as('customer')
    sub = await world().as('sub')
  })

  afterEach(async () => {
    await query(`update sys_role_permission set data_rule_ids = '{}' where tenant_id = $1`, [
      world().tenantId,
    ])
    clearPrincipalCaches()
  })

  test('has only its own records, on every table of customers but the shared ones', async () => {
    expect(ownerTables().length).toBeGreaterThan(7)
    const open: string[] = []
    for (const table of ownerTables())
      if (!/"create_by" = /.test((await reach(sub!, table)).sql)) open.push(table)
    expect(open.toSorted()).toEqual(Object.keys(SHARED).toSorted())
  })

  test('sees of its main account’s addresses what the main account sees, an account made later too', async () => {
    const address = (name: string, country: string) => ({
      name,
      contact: name,
      country,
      city: 'City',
      postcode: country === 'DE' ? '10115' : '1011AB',
      street: 'Street',
      houseNo: '1',
      phone: '+491701234567',
    })
    for (const [name, country] of [
      ['Berlin', 'DE'],
      ['Amsterdam', 'NL'],
      ['Utrecht', 'NL'],
    ] as const) {
      const added = await main!.post('/erp/consignee/add', address(name, country))
      expect(added.error).toBeUndefined()
    }
    const countries = async (client: Client) =>
      (
        (await client.get('/erp/consignee/list')).result as { records: { country: string }[] }
      ).records.map(({ country }) => country)
    expect(await countries(sub!)).toHaveLength(3)
    await ruleOnMain('consignee', 'country', 'DE', 'base:consignee:list')
    expect(await countries(main!)).toEqual(['DE'])
    expect(await countries(sub!)).toEqual(['DE'])
    const username = `later-${world().tenantId}`
    const made = await main!.post(subAccounts.add.path, {
      username,
      password: PASSWORD,
      realname: 'Later',
    })
    expect(made.error).toBeUndefined()
    const signedIn = await world().anonymous.post('/sys/login', { username, password: PASSWORD })
    const later = new Client(world().base, (signedIn.result as { token: string }).token)
    expect(await countries(later)).toEqual(['DE'])
  })

  test('has every rule of its main account on every table of customers, whatever grant it is on', async () => {
    const both = [
      ['main', main!],
      ['sub', sub!],
    ] as const
    const conditions = async () => {
      const found = new Map<string, string>()
      for (const table of ownerTables())
        for (const [name, client] of both)
          found.set(`${name} ${table}`, (await reach(client, table)).sql)
      return found
    }
    const before = await conditions()
    // A call the sub-account has not: the rules count all the same.
    for (const table of ownerTables())
      await ruleOnMain(table, 'create_by', 'nobody', 'erp:subuser:list')
    for (const [name, client] of both)
      expect((await principalOf(client)).rules.map(({ table }) => table).toSorted(), name).toEqual(
        ownerTables().toSorted(),
      )
    const after = await conditions()
    expect([...before].filter(([key, sql]) => after.get(key) === sql)).toEqual([])
  })

  test('neither sees nor changes predicted batches of others of its account', async () => {
    const order = await makeOrder(world(), main!, { confirm: true })
    const batch = await predict(world(), main!, [trackNo(order)])
    const { rows } = await main!.call(predictedBatches.queryById, { id: batch.id })
    const listed = (await sub!.get('/erp/predictedBatch/list', { no: batch.no })).result
    expect(listed).toMatchObject({ total: 0 })
    expect((await sub!.get('/erp/predictedBatch/queryById', { id: batch.id })).status).toBe(404)
    expect((await sub!.get('/erp/predictedBatch/counts', { ids: batch.id })).result).toEqual({})
    for (const [path, body] of [
      ['removeParcels', { id: batch.id, ids: [rows[0]!.id] }],
      ['addParcels', { id: batch.id, nos: ['X'] }],
    ] as const)
      expect((await sub!.post(`/erp/predictedBatch/${path}`, body)).status).toBeGreaterThan(400)
    expect(
      (
        await sub!.put('/erp/predictedBatch/edit', {
          id: batch.id,
          version: 1,
          depotId: await world().depotId('FRA1'),
          remark: 'mine',
        })
      ).status,
    ).toBeGreaterThan(400)
  })

  test('sees of others’ parcels on its own batch their state and nothing else', async () => {
    const manager = await world().as('manager')
    const batch = await predict(world(), sub!, [])
    const order = await makeOrder(world(), main!, { confirm: true })
    const added = await manager.call(predictedBatches.addParcels, {
      id: batch.id,
      nos: [trackNo(order)],
    })
    expect(added.added).toBe(1)
    const { rows, counts } = await sub!.call(predictedBatches.queryById, { id: batch.id })
    expect(counts.expected).toBe(1)
    expect(rows).toEqual([
      expect.objectContaining({
        no: '',
        parcelId: null,
        trackNo: null,
        reference: null,
        status: '1',
      }),
    ])
    expect(JSON.stringify(rows)).not.toContain(trackNo(order))
    expect(JSON.stringify(rows)).not.toContain(order.parcels[0]!.serialNumber)
    const gone = await sub!.post('/erp/predictedBatch/removeParcels', {
      id: batch.id,
      ids: [rows[0]!.id],
    })
    expect((gone.result as { removed: number } | null)?.removed ?? 0).toBe(0)
    const all = await main!.call(predictedBatches.queryById, { id: batch.id })
    expect(all.rows[0]!.no).not.toBe('')
  })
})
