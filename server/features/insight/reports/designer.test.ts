import { beforeAll, describe, expect, test } from 'vitest'
import { onlineReports } from '#contracts/insight/online-reports.ts'
import { attachedFiles } from '#server/features/platform/messages/index.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { systemPrincipal, makeCtx } from '#server/kit/access/ctx.ts'
import { Client, useWorld, type Answer } from '#test/harness.ts'
import { queueDueReports } from './mail-reports.ts'
import { savedReport } from './reports.fixture.ts'

const world = useWorld()
const API = '/online/cgreport'
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})
const paths = (answer: Answer) =>
  (answer.result as { issues?: { path: string }[] } | null)?.issues?.map(({ path }) => path)
const draft = (head: object, items: object[] = [{ fieldName: 'id', fieldTxt: 'Id' }]) => ({
  head: { code: 'draft', name: 'Draft', cgrSql: 'select id, created_at from customers', ...head },
  items,
})

describe('columns and parameters', () => {
  test('are found without running the statement', async () => {
    const before = await admin.get('/erp/customer/list')
    const sql = `select id, name, status, created_at as "createdAt", created_at::date as day
      from customers where code = \${code} or name like \${code} and status = \${status}::int`
    const found = await admin.call(onlineReports.parseSql, { sql })
    expect(found.fields.map(({ fieldName, fieldType }) => [fieldName, fieldType])).toEqual([
      ['id', 'Integer'],
      ['name', 'String'],
      ['status', 'Integer'],
      ['createdAt', 'Datetime'],
      ['day', 'Date'],
    ])
    expect(found.params.map(({ paramName }) => paramName)).toEqual(['code', 'status'])
    const two = `select id from customers\nupdate public.customer set name = 'x'`
    expect((await admin.post(`${API}/head/parseSql`, { sql: two })).success).toBe(false)
    expect((await admin.get('/erp/customer/list')).result).toEqual(before.result)
  })

  test('are bound: what a value holds is never read as SQL', async () => {
    const id = await savedReport(admin, {
      sql: 'select id, code from customers where code = coalesce(${word}, code)',
      fields: ['id', 'code'],
      params: [{ paramName: 'word', paramTxt: 'Code' }],
    })
    const total = async (code?: string) =>
      ((await admin.get(`${API}/api/getData/${id}`, { word: code })).result as { total: number })
        .total
    expect(await total()).toBeGreaterThan(1)
    expect(await total('C001')).toBe(1)
    for (const evil of [`' or '1'='1`, `C001' --`, `$1`, '${code}', `x'; drop table customer; --`])
      expect(await total(evil), evil).toBe(0)
    const info = await admin.get(`${API}/api/getParamsInfo/${id}`)
    expect(info.result).toEqual([{ paramName: 'word', paramTxt: 'Code', paramValue: '' }])
  })

  test.each([
    [{}, [{ fieldName: 'nope', fieldTxt: 'x' }], ['items.0.fieldName']],
    [{}, [{ fieldName: 'id', fieldTxt: 'x', fieldType: 'Date' }], ['items.0.fieldType']],
    [{}, [{ fieldName: 'id', fieldTxt: 'x', isTotal: true }], ['items.0.isTotal']],
    [{}, [{ fieldName: 'id', fieldTxt: 'x', searchMode: 'group' }], ['items.0.searchMode']],
    [{}, [{ fieldName: 'id', fieldTxt: 'x', fieldHref: 'javascript:1' }], ['items.0.fieldHref']],
    [{}, [{ fieldName: 'id', fieldTxt: 'x', fieldHref: '//evil' }], ['items.0.fieldHref']],
    [{ chart: 'bar', chartX: 'nope', chartY: 'id' }, undefined, ['head.chartX']],
    [{ cron: 'nonsense', receivers: 'a@b.example' }, undefined, ['head.cron']],
    [{ cron: '0 8 * * *' }, undefined, ['head.receivers']],
    [{ cron: '0 8 * * *', receivers: 'nobody' }, undefined, ['head.receivers']],
    [{ code: '1x' }, undefined, ['head.code']],
    [{ code: 'users' }, undefined, ['head.code']],
    [{ cgrSql: 'select id from customers where code = ${x}' }, undefined, ['params']],
  ])('that do not fit are refused at their place (%j %j)', async (head, items, expected) => {
    const answer = await admin.post(`${API}/head/add`, draft(head, items))
    expect([answer.success, paths(answer)]).toEqual([false, expected])
  })
})

describe('a report', () => {
  test('is changed whole, by its version', async () => {
    const id = await savedReport(admin, { sql: 'select id, code from customers', fields: ['id'] })
    const row = (await admin.get(`${API}/head/queryById`, { id })).result as { version: number }
    const edit = (version: number) =>
      admin.put(`${API}/head/editAll`, {
        head: {
          ...draft({ code: `e${id}` }).head,
          cgrSql: 'select code from customers',
          id,
          version,
        },
        items: [{ fieldName: 'code', fieldTxt: 'Code', isSearch: true }],
      })
    expect((await edit(row.version)).success).toBe(true)
    expect((await edit(row.version)).success).toBe(false)
    const items = await admin.call(onlineReports.items, { headId: id })
    expect(items.map(({ fieldName, orderNum }) => [fieldName, orderNum])).toEqual([['code', 1]])
    expect((await admin.delete(`${API}/head/delete`, { id })).success).toBe(true)
    expect((await admin.get(`${API}/api/getData/${id}`)).success).toBe(false)
  })

  test('that came with the product stays', async () => {
    const { rows } = await world().db.pool.query<{ id: string }>(
      `select id from online_report where tenant_id = $1 and code = 'users'`,
      [world().tenantId],
    )
    expect((await admin.delete(`${API}/head/delete`, { id: rows[0]!.id })).success).toBe(false)
  })

  test('is seen, written and run by three rights, and by its own', async () => {
    const id = await savedReport(admin, {
      sql: 'select id from customers',
      fields: ['id'],
      head: { perm: 'sys:role:grant', inMenu: true },
    })
    const manager = await world().as('manager')
    for (const [method, path, body] of [
      ['POST', '/head/add', draft({})],
      ['PUT', '/head/editAll', draft({ id, version: 1 })],
      ['GET', '/head/list', undefined],
      ['GET', `/item/listByHeadId?headId=${id}`, undefined],
      ['GET', `/param/listByHeadId?headId=${id}`, undefined],
      ['POST', '/head/parseSql', { sql: 'select 1' }],
      ['DELETE', `/head/delete?id=${id}`, undefined],
    ] as const)
      expect((await manager.raw(method, API + path, { body })).status, path).toBe(403)
    expect((await manager.get(`${API}/api/getData/${id}`)).status).toBe(403)
    const mine = async (client: Client) =>
      (await client.call(onlineReports.mine, {})).map((one) => one.id)
    expect([(await mine(admin)).includes(id), (await mine(manager)).includes(id)]).toEqual([
      true,
      false,
    ])
    const stranger = await world().otherTenantUser()
    expect((await stranger.get(`${API}/api/getData/${id}`)).error).toBe('report.missing')
    expect(await stranger.call(onlineReports.items, { headId: id })).toEqual([])
  })

  test('counts, adds up, shows and exports by one way', async () => {
    const id = await savedReport(admin, {
      sql: 'select code, 2 as n from customers',
      fields: [
        'code',
        {
          fieldName: 'n',
          fieldType: 'Integer',
          isTotal: true,
          isSearch: true,
          searchMode: 'group',
        },
      ],
      head: { chart: 'bar', chartX: 'code', chartY: 'n' },
    })
    const found = (await admin.get(`${API}/api/getData/${id}`, { pageSize: '1' })).result as {
      total: number
      records: unknown[]
      totals: { n: string }
    }
    expect([found.records.length, Number(found.totals.n)]).toEqual([1, found.total * 2])
    const none = await admin.get(`${API}/api/getData/${id}`, { n_begin: '3' })
    expect(none.result).toMatchObject({ total: 0, totals: { n: null } })
    const about = (await admin.get(`${API}/api/getRpColumns/${id}`)).result
    expect(about).toMatchObject({
      chart: { kind: 'bar', x: 'code', y: 'n' },
      columns: [{ dataIndex: 'code' }, { dataIndex: 'n', isTotal: '1' }],
    })
  })
})

test('a schedule made with a key is sent with what the key may, and not without it', async () => {
  const { db, deps, tenantId } = world()
  const scopes = ['base:customer:export', 'base:customer:list', 'sys:report:add', 'sys:report:list']
  const made = await admin.post('/sys/account/apiKey/add', { name: 'analyst', scopes })
  const { key, row } = made.result as { key: string; row: { id: string } }
  const code = 'byKey'
  const saved = await new Client(`${world().origin}/boot`, null).post(
    `${API}/head/add`,
    { ...draft({ code, cron: '0 8 * * *', receivers: 'a@x.example' }), params: [] },
    { 'X-Api-Key': key },
  )
  expect(saved.success, saved.message).toBe(true)
  const { id } = saved.result as { id: string }
  const ctx = jobCtx(deps, tenantId)
  const sheet = () => attachedFiles(ctx, [{ maker: 'report-sheet', ref: id, name: 'x' }])
  expect(await sheet()).toMatchObject({ files: [{ name: 'Draft.xlsx' }] })
  // The key may read customers no longer, whatever its owner may.
  await db.pool.query(`update api_key set scopes = $2 where id = $1`, [row.id, scopes.slice(2)])
  await expect(sheet()).rejects.toMatchObject({ code: 'access.denied' })
  await db.pool.query(`update api_key set scopes = $2 where id = $1`, [row.id, scopes])
  await admin.delete('/sys/account/apiKey/delete', { id: row.id })
  await expect(sheet()).rejects.toMatchObject({ code: 'report.noUser' })
})

test('a mailed report with whole personal data is noted with its rows, as a download is', async () => {
  const { db, deps, tenantId } = world()
  const customer = { code: 'MAILED', name: 'Mailed', currency: 'EUR', phone: '13912345678' }
  expect(await admin.post('/erp/customer/add', customer)).toMatchObject({ success: true })
  const noted = async (fields: string[]) => {
    const id = await savedReport(admin, {
      sql: `select ${fields.join()} from customers`,
      fields,
      head: { cron: '0 8 * * *', receivers: 'a@x.example' },
    })
    const ctx = { ...jobCtx(deps, tenantId), requestId: `mailed-${id}` }
    await attachedFiles(ctx, [{ maker: 'report-sheet', ref: id, name: 'x' }])
    const { rows } = await db.pool.query<{ username: string; param: string }>(
      `select username, param from op_log where tenant_id = $1 and request_id = $2`,
      [tenantId, ctx.requestId],
    )
    return rows
  }
  expect(await noted(['code'])).toEqual([])
  const [line, ...more] = await noted(['code', 'phone'])
  expect(more).toEqual([])
  expect(line!.username).toBe(world().username('tenantAdmin'))
  expect(JSON.parse(line!.param)).toMatchObject({
    personalRows: expect.any(Number),
    receivers: 'a@x.example',
  })
  const log = await admin.get('/sys/log/list', { logType: '2', pageSize: '100' })
  expect(JSON.stringify(log.result)).toContain('whole personal data')
})

test('a report that is due is mailed once, as a file its user may have', async () => {
  const id = await savedReport(admin, {
    sql: 'select code from customers',
    fields: ['code'],
    head: { cron: '0 8 * * *', timeZone: 'Europe/Berlin', receivers: 'a@x.example, b@x.example' },
  })
  const { db, deps, tenantId } = world()
  await db.pool.query(
    `update online_report set next_run_at = now() - interval '1 minute' where id = $1 and tenant_id = $2`,
    [id, tenantId],
  )
  const ctx = makeCtx({
    requestId: 'test',
    lang: 'en_US',
    log: deps.log,
    deps,
    http: null,
    executor: db.kysely,
    principal: systemPrincipal(tenantId),
  })
  await Promise.all([queueDueReports(ctx), queueDueReports(ctx)])
  const mails = await db.pool.query<{ receiver: string }>(
    `select es_receiver as receiver from sys_message where tenant_id = $1 and es_title like $2`,
    [tenantId, 'Report: %'],
  )
  expect(mails.rows.map(({ receiver }) => receiver).toSorted()).toEqual([
    'a@x.example',
    'b@x.example',
  ])
  const next = await db.pool.query<{ at: string }>(
    `select to_char(next_run_at at time zone 'Europe/Berlin', 'HH24:MI') as at
      from online_report where id = $1 and tenant_id = $2`,
    [id, tenantId],
  )
  expect(next.rows[0]!.at).toBe('08:00')
})
