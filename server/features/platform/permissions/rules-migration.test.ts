import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { principalOf } from '#server/features/platform/session/index.ts'
import { openDatabase, type Database } from '#server/kit/db/database.ts'
import { migrate } from '#server/kit/db/migrate.ts'

const root = join(import.meta.dirname, '../../../../migrations')
const own = `rules_${process.pid}_${Date.now()}`
const dir = mkdtempSync(join(tmpdir(), 'migrations-'))
let db: Database

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  await client.query(text)
  await client.end()
}
beforeAll(async () => {
  await onServer(`create database ${own} template template0`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${own}`
  db = openDatabase(url.href, { max: 2 })
})
afterAll(async () => {
  await db.close()
  // The database goes with the server: dropped here it would shout at connections that are still closing.
  rmSync(dir, { recursive: true })
})
const insert = async (text: string, values: unknown[]): Promise<string> =>
  (await db.pool.query<{ id: string }>(`${text} returning id`, values)).rows[0]!.id

test('rules of roles on tables become rules of screens, and narrow as before', async () => {
  const files = readdirSync(root)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  for (const name of files.filter((one) => one < '0024')) cpSync(join(root, name), join(dir, name))
  await migrate(db, dir)
  const tenant = await insert(`insert into tenant (code, name) values ('T', 'T')`, [])
  const entry = async (
    key: string,
    parent: string | null,
    type: number,
    component: string,
    perms: string | null = null,
  ) =>
    insert(
      'insert into sys_permission (key, parent_id, menu_type, name, component, perms) values ($1, $2, $3, $1, $4, $5)',
      [key, parent, type, component, perms],
    )
  const folder = await entry('shipment', null, 0, 'layouts/RouteView')
  const [orders, consignees] = [
    await entry('shipment.b2c', folder, 1, 'shipments/B2cOrders'),
    await entry('shipment.consignees', folder, 1, 'resource/consignees'),
  ]
  await entry('code', orders, 2, '', 'ship:b2c:list')
  const role = async (code: string, grants: readonly string[]) => {
    const id = await insert(
      'insert into sys_role (tenant_id, role_code, role_name) values ($1, $2, $2)',
      [tenant, code],
    )
    for (const grant of grants)
      await db.pool.query('insert into sys_role_permission values ($1, $2, $3)', [
        tenant,
        id,
        grant,
      ])
    return id
  }
  const [full, partly, bare] = [
    await role('full', [orders, consignees]),
    await role('partly', [consignees]),
    await role('bare', []),
  ]
  const rule = (of: string, table: string, conditions: unknown, status = 1) =>
    db.pool.query(
      'insert into sys_data_rule (tenant_id, role_id, table_name, rule_name, conditions, status) values ($1, $2, $3, $4, $5, $6)',
      [tenant, of, table, 'R', JSON.stringify(conditions), status],
    )
  await rule(full, 'shipment', [
    { field: 'create_by', op: '=', value: '#{sys_user_code}' },
    { field: 'shipment_weight', op: '<', value: '5000' },
    { field: 'chargeable_weight', op: 'IN', value: '1500, 20' },
  ])
  await rule(full, 'consignee', [{ field: 'city', op: 'LIKE', value: 'B' }], 0)
  await rule(partly, 'shipment', [{ field: 'reference', op: 'RIGHT_LIKE', value: 'X' }])
  await rule(bare, 'parcel', [
    { field: 'depot_id', op: 'IN', value: '1,2' },
    { op: '=', value: 'no field' },
  ])
  await rule(bare, 'parcel', [{ field: 'reference', op: 'USE_SQL_RULES', value: '1=1' }])
  await rule(bare, 'parcel', [])

  for (const name of files.filter((one) => one >= '0024')) cpSync(join(root, name), join(dir, name))
  await migrate(db, dir)
  const rules = await db.pool
    .query(`select r.role_code, p.key, d.rule_name, d.rule_column, d.rule_conditions, d.rule_value, d.table_name, d.column_name, d.status from sys_permission_rule d
    join sys_permission p on p.id = d.permission_id join sys_role_permission g on g.tenant_id = d.tenant_id and g.permission_id = d.permission_id and d.id = any(g.data_rule_ids)
    join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id order by d.id`)
  const row = (
    role: string,
    key: string,
    name: string,
    column: string,
    op: string,
    value: string,
    table: string,
    field: string,
    status = 1,
  ) => ({
    role_code: role,
    key,
    rule_name: name,
    rule_column: column,
    rule_conditions: op,
    rule_value: value,
    table_name: table,
    column_name: field,
    status,
  })
  expect(rules.rows).toEqual(
    expect.arrayContaining([
      row(
        'full',
        'shipment.b2c',
        'R',
        'createBy',
        '=',
        '#{sys_user_code}',
        'shipment',
        'create_by',
      ),
      row('full', 'shipment.b2c', 'R 2', 'shipmentWeight', '<', '5', 'shipment', 'shipment_weight'),
      row(
        'full',
        'shipment.b2c',
        'R 3',
        'chargeableWeight',
        'IN',
        '1.5,0.02',
        'shipment',
        'chargeable_weight',
      ),
      row('full', 'shipment.consignees', 'R', 'city', 'LIKE', 'B', 'consignee', 'city', 0),
      row(
        'partly',
        'shipment.consignees',
        'R',
        'reference',
        'RIGHT_LIKE',
        'X',
        'shipment',
        'reference',
      ),
      row('bare', 'shipment', 'R', 'depotId', 'IN', '1,2', 'parcel', 'depot_id'),
      row('bare', 'shipment', 'R 2', '?', '=', 'no field', 'parcel', '?'),
      row('bare', 'shipment', 'R', 'reference', '=', '#{unknown}', 'parcel', 'reference'),
    ]),
  )
  expect(rules.rows).toHaveLength(8)
  expect((await db.pool.query(`select to_regclass('sys_data_rule') as old`)).rows).toEqual([
    { old: null },
  ])

  const user = async (name: string, roles: readonly string[]) => {
    const id = await insert(
      `insert into sys_user (tenant_id, username, realname, password_hash) values ($1, $2, $2, '-')`,
      [tenant, name],
    )
    for (const one of roles)
      await db.pool.query('insert into sys_user_role values ($1, $2, $3)', [tenant, id, one])
    const found = await principalOf(
      db.kysely,
      sql`select ${id}::bigint as user_id, null::text as org_code, false as expired, ${tenant}::bigint as tenant_id, null::text[] as key_scopes`,
    )
    return found && 'principal' in found ? found.principal.rules : expect.fail('nobody')
  }
  expect(
    (await user('a', [full, partly])).map(({ table, field }) => `${table}.${field}`).sort(),
  ).toEqual([
    'shipment.chargeable_weight',
    'shipment.create_by',
    'shipment.reference',
    'shipment.shipment_weight',
  ])
  expect(await user('b', [bare])).toHaveLength(3)
})
