import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { savedReport } from '#server/features/insight/reports/reports.fixture.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'

let world: World
let admin: Client
let stray: Server
let called = 0
const source = { host: '', port: 0, dbName: '', dbUsername: '', dbPassword: '', tls: false }

beforeAll(async () => {
  const url = new URL(await ownDatabase())
  Object.assign(source, {
    host: url.hostname,
    port: Number(url.port),
    dbName: url.pathname.slice(1),
    dbUsername: decodeURIComponent(url.username),
    dbPassword: decodeURIComponent(url.password),
  })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('create schema figures; create table figures.sold (day date, n int)')
  await client.query(`insert into figures.sold values ('2026-01-01', 3), ('2026-01-02', 4)`)
  await client.end()
  stray = createServer((socket) => {
    called++
    socket.destroy()
  })
  await new Promise<void>((done) => stray.listen(0, '127.0.0.1', done))
  world = await openWorld({
    databaseUrl: inject('databaseUrl'),
    dataSourceHosts: [`${source.host}:${source.port}`, 'figures.example:7'],
  })
  admin = await world.as('tenantAdmin')
})
afterAll(async () => {
  await world.close()
  stray.close()
})

let count = 0
const added = async (change: Record<string, unknown> = {}) => {
  const answer = await admin.post('/sys/dataSource/add', {
    code: `S${++count}`,
    name: `Source ${count}`,
    dbType: 'postgresql',
    ...source,
    ...change,
  })
  return answer
}
const test1 = (client: Client, body: Record<string, unknown>) =>
  client.post('/online/cgreport/api/testConnection', { ...source, ...body })

describe('a data source', () => {
  test('shows stars for its password, and uses it where they are sent back', async () => {
    const made = (await added()).result as { id: string }
    const { id } = made
    const row = await admin.get('/sys/dataSource/queryById', { id })
    expect(made).toEqual(row.result)
    const found = row.result as Record<string, unknown> & { version: number }
    expect(found.dbPassword).toBe('******')
    expect(JSON.stringify(await admin.get('/sys/dataSource/list'))).not.toContain(source.dbPassword)
    const stored = await world.db.pool.query<{ sealed: string }>(
      'select db_password_enc as sealed from data_source where id = $1 and tenant_id = $2',
      [id, world.tenantId],
    )
    expect(stored.rows[0]!.sealed).toMatch(/^v1\./)
    expect((await test1(admin, { id, dbPassword: '******' })).success).toBe(true)
    const edited = await admin.put('/sys/dataSource/edit', { ...found, name: 'Other' })
    expect(edited.success).toBe(true)
    expect((await test1(admin, { id, dbPassword: '******' })).success).toBe(true)
    const options = (await admin.get('/sys/dataSource/options')).result as { value: string }[]
    expect(options.map(({ value }) => value)).toContain(id)
  })

  test('gives its password to no other place', async () => {
    const { id } = (await added()).result as { id: string }
    const moved = { host: 'figures.example', port: 7 }
    const tried = await test1(admin, { id, ...moved, dbPassword: '******' })
    expect(JSON.stringify(tried.result)).toContain('dbPassword')
    const row = (await admin.get('/sys/dataSource/queryById', { id })).result as object
    const edited = await admin.put('/sys/dataSource/edit', { ...row, ...moved })
    expect(JSON.stringify(edited.result)).toContain('dbPassword')
  })

  test('is only where the operator allows it, and nothing else is called', async () => {
    const { port } = stray.address() as AddressInfo
    for (const place of [
      { host: '127.0.0.1', port },
      { host: 'localhost', port: source.port },
      { host: '169.254.169.254', port: 5432 },
      { host: '127.0.0.1', port: 22 },
    ]) {
      expect(JSON.stringify((await added(place)).result), place.host).toContain('host')
      expect((await test1(admin, place)).code).toBe(400)
    }
    expect(called).toBe(0)
  })

  test('is named by its parts and by nothing else', async () => {
    for (const more of [
      { sslkey: '/etc/passwd' },
      { service: 'x' },
      { options: '-c x' },
      { connectionString: 'postgres://x' },
    ])
      expect((await test1(admin, more)).code).toBe(400)
    for (const host of ['/var/run', '127.0.0.1?host=x', 'a b', 'a/b', ''])
      expect((await test1(admin, { host })).code).toBe(400)
  })

  test('is named by its JDBC address as well, as clients of the family do, and by no options in it', async () => {
    const { host, port, dbName, ...rest } = source
    const dbUrl = `jdbc:postgresql://${host}:${port}/${dbName}`
    const made = await added({ host: undefined, port: undefined, dbName: undefined, dbUrl })
    expect(made.result).toMatchObject({
      host,
      port,
      dbName,
      dbUrl,
      dbDriver: 'org.postgresql.Driver',
    })
    const row = made.result as { id: string }
    const form = { ...rest, dbUrl, dbDriver: 'org.postgresql.Driver', dbType: 'postgresql' }
    expect(
      (await admin.post('/online/cgreport/api/testConnection', { ...form, code: 'x', name: 'y' }))
        .code,
    ).toBe(200)
    // A form sent whole: its address is as it was answered, its host another.
    const whole = { ...form, id: row.id, port, dbName }
    expect((await test1(admin, { ...whole, host })).code).toBe(200)
    const moved = await test1(admin, { ...whole, host: 'figures.example', port: 7 })
    expect(JSON.stringify(moved)).not.toContain('urlDiffers')
    expect(moved.message).toBe((await test1(admin, { host: 'figures.example', port: 7 })).message)
    // A whole record sent back changes by its parts, and by its address.
    const read = async () =>
      (await admin.get('/sys/dataSource/queryById', { id: row.id })).result as object
    const edit = async (change: object) =>
      admin.put('/sys/dataSource/edit', { ...(await read()), dbPassword: 'x', ...change })
    expect((await edit({ dbName: 'b' })).result).toMatchObject({
      dbUrl: `jdbc:postgresql://${host}:${port}/b`,
    })
    expect((await edit({ dbUrl: 'jdbc:postgresql://figures.example:7/c' })).result).toMatchObject({
      host: 'figures.example',
      port: 7,
      dbName: 'c',
    })
    for (const [change, named] of [
      [{ dbUrl: `${dbUrl}?sslfactory=x` }, 'dbUrl'],
      [{ dbUrl: 'jdbc:mysql://figures.example:7/c' }, 'dbUrl'],
      [{ dbUrl: 'jdbc:postgresql://169.254.169.254/c' }, 'host'],
      [{ dbDriver: 'com.mysql.jdbc.Driver' }, 'dbDriver'],
      [{ dbUrl, host: 'elsewhere.example' }, 'host'],
      [{ host: null }, 'host'],
      [{ dbUrl: 'x'.repeat(20_000) }, 'dbUrl'],
    ] as const) {
      const { code, result } = await edit(change)
      expect([code, JSON.stringify(result)], JSON.stringify(change).slice(0, 80)).toEqual([
        400,
        expect.stringContaining(`"path":"${named}"`),
      ])
    }
  })

  test('answers whatever is wrong with it alike', async () => {
    const wrong = await test1(admin, { dbPassword: 'wrong' })
    const nowhere = await test1(admin, { host: 'figures.example', port: 7 })
    const other = await test1(admin, { dbName: 'nothing_there' })
    for (const answer of [wrong, nowhere, other])
      expect([answer.error, answer.message]).toEqual(['source.unreachable', wrong.message])
  })

  test('is for who may have it, in one tenant', async () => {
    const { id } = (await added()).result as { id: string }
    const stranger = await world.otherTenantUser()
    expect((await stranger.get('/sys/dataSource/queryById', { id })).success).toBe(false)
    expect((await test1(stranger, { id, dbPassword: '******' })).success).toBe(false)
    expect((await test1(await world.as('manager'), {})).status).toBe(403)
  })
})

test('a report runs on a source, with the same checks', async () => {
  const { id } = (await added()).result as { id: string }
  const head = { sourceId: id, perm: 'sys:report:list' }
  const fields = [{ fieldName: 'n', fieldType: 'Integer', isTotal: true }]
  const report = await savedReport(admin, {
    sql: 'select n from figures.sold where n > coalesce(${least}::int, 0) order by n',
    fields,
    head,
    params: [{ paramName: 'least', paramTxt: 'At least' }],
  })
  const data = (client: Client, query = {}) =>
    client.get(`/online/cgreport/api/getData/${report}`, query)
  expect((await data(admin)).result).toMatchObject({ total: 2, totals: { n: '7' } })
  expect((await data(admin, { least: '3' })).result).toMatchObject({ total: 1 })
  expect((await data(await world.as('nobodySpecial'))).status).toBe(403)
  for (const sql of [
    'select * from pg_catalog.pg_class',
    'select * from pg_class',
    'select * from sold',
    'select * from information_schema.tables',
    'delete from figures.sold',
    `select pg_read_file('/etc/passwd') from figures.sold`,
  ])
    expect(
      (await admin.post('/online/cgreport/head/parseSql', { sql, dbKey: id })).error,
      sql,
    ).toMatch(/^report\.sql\./)
  const used = await admin.delete('/sys/dataSource/delete', { id })
  expect(used.success).toBe(false)
})
