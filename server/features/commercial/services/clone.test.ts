import { expect, test } from 'vitest'
import { entities } from '#contracts/catalogue.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { useOwnWorld } from '#test/harness.ts'

const world = useOwnWorld()
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows

const OF_FEES = `fee_id in (select id from fee where service_id = $1)`
/** What makes a service, by table, and which rows are of the service `$1`. */
const COPIED: Readonly<Record<string, string>> = {
  service_rule: 'service_id = $1',
  service_customer: 'service_id = $1',
  delivery_partition: 'service_id = $1',
  partition_config: 'partition_id in (select id from delivery_partition where service_id = $1)',
  fee: 'service_id = $1',
  fee_version: OF_FEES,
  fee_cell: OF_FEES,
  surcharge: OF_FEES,
  fee_customer: 'service_id = $1',
  number_segment: 'service_id = $1',
  number_pool: 'service_id = $1',
  routing_table: 'service_id = $1',
  routing_code: 'table_id in (select id from routing_table where service_id = $1)',
}
/** What points at a service or its parts and is not of it. */
const LEFT: Readonly<Record<string, string>> = {
  delivery_service: 'the service itself, by its standard table',
  shipment: 'orders',
  parcel: 'orders',
  delivery_number: 'orders: their numbers, a view',
  price_trial: 'a question about orders, kept for two weeks',
  service_favourite: "a user's mark",
  service_choice: "a customer's rule",
  number_import: 'files of numbers',
  number_pool_number: 'a number is given once',
  gate_service: 'which gate of a depot takes it',
  carrier_account_service: 'the contract with a carrier it is sold by',
  out_package: 'bags and pallets',
  delivery_time: 'how long deliveries took, counted every night',
}
/** Of the versions of a table the one that holds is copied. */
const FEWER = new Set(['fee_version', 'fee_cell', 'surcharge'])

test('every table that hangs on a service is copied with it, or left for a reason', async () => {
  const unknown = new Set<string>()
  const asked = ['delivery_service']
  for (const table of asked) {
    const found = await query<{ child: string }>(
      `select distinct conrelid::regclass::text as child from pg_constraint
        where contype = 'f' and confrelid = $1::regclass`,
      [table],
    )
    for (const { child } of found) {
      if (child in COPIED) {
        if (!asked.includes(child)) asked.push(child)
      } else if (!(child in LEFT)) unknown.add(child)
    }
  }
  expect(asked.toSorted()).toEqual(['delivery_service', ...Object.keys(COPIED)].toSorted())
  // The definitions name what the database has no key for.
  const parts = new Map(entities.map((one) => [one.name, one.table]))
  for (const { table, fields } of entities)
    for (const spec of Object.values(fields)) {
      const to = spec.ref && parts.get(spec.ref)
      const hangs = to && (to === 'delivery_service' || to in COPIED)
      if (hangs && !(table in COPIED) && !(table in LEFT)) unknown.add(table)
    }
  expect([...unknown]).toEqual([])
})

test('a clone has rows of every part its service has', async () => {
  const staff = await world().as('manager')
  const [service] = await query<{ id: string; supplierId: string }>(
    `select s.id, c.supplier_id as "supplierId" from delivery_service s join channel c
      on c.tenant_id = s.tenant_id and c.id = s.channel_id
      where s.tenant_id = $1 and s.code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  const { id: source, supplierId } = service!
  const [fee] = await query<{ id: string }>(
    `select id from fee where service_id = $1 and kind = '1' order by id limit 1`,
    [source],
  )
  await query(
    `insert into service_customer (tenant_id, service_id, customer_id) values ($1, $2, $3)`,
    [world().tenantId, source, world().customerId],
  )
  await query(
    `insert into fee_customer (tenant_id, service_id, customer_id, fee_id) values ($1, $2, $3, $4)
      on conflict do nothing`,
    [world().tenantId, source, world().customerId, fee!.id],
  )
  await query(
    `insert into number_pool (tenant_id, service_id, code) values ($1, $2, 'POOL-OF-ECO')`,
    [world().tenantId, source],
  )
  const [table] = await query<{ id: string }>(
    `insert into routing_table (tenant_id, supplier_id, service_id, name, valid_from, row_count)
      values ($1, $2, $3, 'own', '2020-01-01', 1) returning id`,
    [world().tenantId, supplierId, source],
  )
  await query(
    `insert into routing_code (tenant_id, table_id, country, match_type, sort_code)
      values ($1, $2, 'DE', 'ALL', 'X1')`,
    [world().tenantId, table!.id],
  )
  await query(`update delivery_service set number_source = '3' where id = $1`, [source])
  const { id } = await staff.call(serviceDesk.clone, {
    id: source,
    code: 'ECO-ALL',
    name: 'All of it',
    customers: true,
  })
  const count = async (of: string) => {
    const counted: Record<string, number> = {}
    for (const [name, mine] of Object.entries(COPIED)) {
      const [row] = await query<{ count: number }>(
        `select count(*)::int as count from ${name} where ${mine}`,
        [of],
      )
      counted[name] = row!.count
    }
    return counted
  }
  const [had, has] = [await count(source), await count(id)]
  for (const name of Object.keys(COPIED)) {
    expect(had[name], `${name} of the source`).toBeGreaterThan(0)
    if (FEWER.has(name)) expect(has[name], name).toBeGreaterThan(0)
    else expect(has[name], name).toBe(had[name])
  }
  const days = (of: string) =>
    query(
      `select code, transit_min, transit_max from delivery_partition where service_id = $1
        order by code`,
      [of],
    )
  expect(await days(id)).toEqual(await days(source))
  expect(await query(`select number_source from delivery_service where id = $1`, [id])).toEqual([
    { number_source: '3' },
  ])
})
