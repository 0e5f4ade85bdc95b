import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { onlineReports } from '#contracts/insight/online-reports.ts'
import { ALLOWED, ATTACKS, HEAVY } from '#test/fixtures/report-attacks.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { checkStatement } from './check-statement.ts'
import { savedReport } from './reports.fixture.ts'
import { reportDatabase } from './report-database.ts'
import { VIEW_NAMES } from './report-views.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

test('there are two hundred and more', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(200)
})

test.each(ATTACKS.map(({ sql, refused }) => [sql.slice(0, 120), sql, refused]))(
  'is refused: %s',
  async (_, sql, refused) => {
    const found = await admin.post('/online/cgreport/head/parseSql', { sql })
    expect([found.success, found.error]).toEqual([false, refused])
    // What cannot be looked at cannot be stored either, by whichever call.
    const saved = await admin.post('/online/cgreport/head/add', {
      head: { code: 'attack', name: 'attack', cgrSql: sql },
      items: [{ fieldName: 'id', fieldTxt: 'id' }],
    })
    expect([saved.success, saved.error]).toEqual([false, refused])
  },
)

test.each(ALLOWED)('runs: %s', async (sql) => {
  const { fields } = await admin.call(onlineReports.parseSql, { sql })
  expect(fields.length).toBeGreaterThan(0)
  const id = await savedReport(admin, { sql, fields: fields.map(({ fieldName }) => fieldName) })
  expect((await admin.get(`/online/cgreport/api/getData/${id}`)).success).toBe(true)
})

test.each(HEAVY)('ends at its limit: $sql', async ({ sql, refused }) => {
  const id = await savedReport(admin, { sql, fields: ['n'] })
  const answer = await admin.get(`/online/cgreport/api/getData/${id}`)
  expect([answer.success, answer.error]).toEqual([false, refused])
})

test('a statement that answers too many rows is no file', async () => {
  const sql = 'select a as n from generate_series(1, 30000) a'
  const id = await savedReport(admin, { sql, fields: ['n'] })
  const answer = await admin.get(`/online/cgreport/api/exportXls/${id}`)
  expect([answer.success, answer.error]).toEqual([false, 'report.tooManyRows'])
  const page = await admin.get(`/online/cgreport/api/getData/${id}`, { pageNo: '2' })
  expect(page.result).toMatchObject({ total: 30_000, records: { 0: { n: '11' } } })
})

test('each batch of rows is quick and all of them are not: the limit is the whole run’s', async () => {
  const sql = `select a, (select count(*) from generate_series(1, 300000 + a * 0)) as n
    from generate_series(1, 20000) a`
  const id = await savedReport(admin, { sql, fields: ['a', 'n'] })
  const answer = await admin.get(`/online/cgreport/api/exportXls/${id}`)
  expect([answer.success, answer.error]).toEqual([false, 'report.tooSlow'])
})

describe('the role of reports', () => {
  const direct = async (text: string, reach?: object) => {
    const pool = await reportDatabase.of(world().deps).pool()
    const client = await pool.connect()
    try {
      await client.query('begin read only')
      if (reach) await client.query(`set local report.reach = '${JSON.stringify(reach)}'`)
      return (await client.query(text)).rows as Record<string, string>[]
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test('is nothing and owns nothing', async () => {
    const rows = await direct(`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*) from pg_class where relowner = r.oid) as owned from pg_roles r
      where rolname = current_user`)
    expect(rows).toEqual([
      { rolsuper: 'f', rolbypassrls: 'f', rolcreaterole: 'f', rolcreatedb: 'f', owned: '0' },
    ])
  })

  test.each([...VIEW_NAMES])('sees no row of %s without a tenant', async (view) => {
    expect(await direct(`select * from report.${view} limit 1`)).toEqual([])
  })

  test.each([...VIEW_NAMES].filter((view) => view !== 'countries'))(
    'sees no row of %s of another tenant',
    async (view) => {
      const of = (tenant: string) =>
        direct(`select * from report.${view}`, { tenant, customers: null, rules: {} })
      expect(await of('999999999')).toEqual([])
    },
  )

  test.each([
    `select * from public.customer`,
    `select vat_id from public.customer`,
    `select password_hash from public.sys_user`,
    `select * from public.data_source`,
    `select * from public.ledger_entry`,
    `insert into public.customer (tenant_id, code, name) values (1, 'x', 'x')`,
    `create table x (a int)`,
    `select set_config('report.reach', '{}', true)`,
    `select pg_sleep(1)`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('/')`,
    `select lo_create(0)`,
    `select pg_advisory_lock(1)`,
    `select pg_notify('a', 'b')`,
    `select query_to_xml('select 1', true, true, '')`,
    `copy (select 1) to program 'id'`,
    `set role parcelyard`,
  ])('is refused by the database itself: %s', async (text) => {
    await expect(direct(text)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|25006|22023)$/),
    })
  })
})

test('slow reports of one tenant leave connections to the others', async () => {
  const of = reportDatabase.of(world().deps)
  const running = { now: 0, most: 0 }
  const slow = () =>
    of.inTurn('1', async () => {
      running.most = Math.max(running.most, ++running.now)
      await new Promise((done) => setTimeout(done, 120))
      running.now--
    })
  const all = Promise.all([slow(), slow(), slow(), slow()])
  expect(await of.inTurn('2', () => Promise.resolve('free'))).toBe('free')
  await all
  expect(running).toEqual({ now: 0, most: 2 })
})

test('a user of reports that may set its own reach runs none', async () => {
  const { env, db, log } = world().deps
  const name = `weak_report_${randomUUID().slice(0, 8)}`
  await db.pool.query(`create role ${name} login password 'weak'`)
  const url = new URL(db.url)
  const { rows } = await db.pool.query<{ owner: boolean }>(
    `select has_function_privilege('set_config(text, text, boolean)', 'execute with grant option') as owner`,
  )
  if (!rows[0]!.owner) {
    // The function is the superuser's to give: a function of the product's own stands for it.
    await db.pool.query(
      `create function public.weak_${name}() returns int language sql security definer as 'select 1'`,
    )
  }
  url.username = name
  url.password = 'weak'
  const weak = reportDatabase.of({ env: { ...env, reportDatabaseUrl: url.href }, db, log })
  try {
    await expect(weak.pool()).rejects.toMatchObject({ code: 'report.tooMuch' })
  } finally {
    await weak.close()
    await db.pool.query(`drop function if exists public.weak_${name}()`)
    // What was granted to it goes with the database of the suite.
    await db.pool.query(`alter role ${name} nologin`)
  }
})

test('a report that is looked at is checked within a moment, however it is nested', async () => {
  const before = process.cpuUsage()
  for (const { sql } of ATTACKS.filter(({ refused }) => refused === 'report.sql.tooDeep'))
    await checkStatement(sql, VIEW_NAMES).catch(() => null)
  // Processor time, so that a busy machine does not count.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
})
