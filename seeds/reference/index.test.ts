import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { kitTypes } from '#server/kit/db/pg-types.ts'
import { seedReference } from './index.ts'
import { statusMaps } from './status-maps.ts'

const TABLES = [
  'depot',
  'courier',
  'supplier',
  'channel',
  'label_template',
  'fee',
  'delivery_service',
  'service_rule',
  'delivery_partition',
  'partition_config',
  'fee_cell',
  'surcharge',
  'number_segment',
  'postal_rule',
  'status_map',
]
const client = new pg.Client({ connectionString: inject('databaseUrl'), types: kitTypes })
let tenantId = ''

async function seed(): Promise<void> {
  await client.query('begin')
  await seedReference(client, tenantId)
  await client.query('commit')
}
async function contents(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of TABLES) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ':' || md5(coalesce(string_agg(t::text, '' order by id), '')) as print
        from ${table} t where tenant_id = $1`,
      [tenantId],
    )
    found[table] = rows[0]?.print ?? ''
  }
  return found
}

beforeAll(async () => {
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `insert into tenant (code, name) values ('ref-' || gen_random_uuid(), 'Reference')
      returning id`,
  )
  tenantId = rows[0]!.id
  await seed()
})
afterAll(() => client.end())

describe('reference data', () => {
  it('fills every table of a new tenant', async () => {
    for (const [table, print] of Object.entries(await contents()))
      expect(Number.parseInt(print, 10), table).toBeGreaterThan(0)
  })
  it('changes nothing when it comes again, and leaves alone what staff changed or took out', async () => {
    await client.query(
      `update depot set name = 'Our own house' where tenant_id = $1 and code = 'FRA1'`,
      [tenantId],
    )
    await client.query(`update fee_cell set price = price + 1 where tenant_id = $1`, [tenantId])
    await client.query(`delete from service_rule where tenant_id = $1 and valid_type = '2'`, [
      tenantId,
    ])
    await client.query(`delete from partition_config where tenant_id = $1 and country = 'AQ'`, [
      tenantId,
    ])
    await client.query(
      `delete from status_map where tenant_id = $1 and courier = 'DHL' and raw_code = 'BV'`,
      [tenantId],
    )
    const before = await contents()
    await seed()
    expect(await contents()).toEqual(before)
  })
  it('brings back a courier that is missing, mapping and all', async () => {
    await client.query(`delete from courier where tenant_id = $1 and code = 'HERMES'`, [tenantId])
    await client.query(`delete from status_map where tenant_id = $1 and courier = 'HERMES'`, [
      tenantId,
    ])
    await seed()
    const { rows } = await client.query<{ maps: number }>(
      `select count(*)::int as maps from status_map where tenant_id = $1 and courier = 'HERMES'`,
      [tenantId],
    )
    expect(rows[0]?.maps).toBe(statusMaps().filter(({ courier }) => courier === 'HERMES').length)
  })
})
