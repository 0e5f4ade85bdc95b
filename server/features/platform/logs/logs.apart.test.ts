import { beforeAll, describe, expect, test } from 'vitest'
import { logs, onlineUsers, type LogRow } from '#contracts/platform/operations/logs.ts'
import { openWorld, useWorld, type Client } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { platformAdmin } from '#test/platform.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'

const world = useWorld()

let admin: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

/** The log is written a moment after the call. */
async function lineOf(requestId: string | undefined, client = admin): Promise<LogRow> {
  for (let tries = 0; ; tries++) {
    const { records } = await client.call(logs.list, { requestId: String(requestId) } as never)
    if (records[0]) return records[0] as LogRow
    if (tries > 60) throw new Error('not logged')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('the operation log', () => {
  test('keeps who did what, by which request, and how it ended; what was read is not noted', async () => {
    const manager = await world().as('manager')
    const done = await manager.post('/erp/supplier/add', {
      code: 'OP-1',
      name: 'Logged',
      currency: 'EUR',
    })
    expect(await lineOf(done.requestId)).toMatchObject({
      logType: '2',
      logType_dictText: 'Operation log',
      operateType: '2',
      operateType_dictText: 'Add',
      logContent: 'Add: Suppliers: Logged',
      username: world().username('manager'),
      requestType: 'POST',
      outcome: 'ok',
      outcomeText: 'Done',
      requestUrl: '/boot/erp/supplier/add',
      requestParam: expect.stringContaining('"code":"OP-1"') as string,
      costTime: expect.any(Number) as number,
    })
    const read = await manager.get('/erp/supplier/list')
    const exported = await manager.get('/erp/supplier/exportXls')
    expect(await lineOf(exported.headers.get('x-request-id') ?? '')).toMatchObject({
      operateType: '6',
    })
    expect((await admin.call(logs.list, { requestId: read.requestId! } as never)).records).toEqual(
      [],
    )
  })

  test('also what was refused, and by whom: no permission, bad fields, a rule, a stale version', async () => {
    const manager = await world().as('manager')
    const plain = await world().as('nobodySpecial')
    expect(await lineOf((await plain.get('/erp/supplier/list')).requestId)).toMatchObject({
      username: world().username('nobodySpecial'),
      outcome: 'access.denied',
      outcomeText: expect.stringMatching(/permission|allowed/i) as string,
      requestType: 'GET',
    })
    expect(
      await lineOf((await manager.post('/erp/supplier/add', { code: '' })).requestId),
    ).toMatchObject({ username: world().username('manager'), outcome: 'request.invalid' })
    expect(
      await lineOf((await manager.delete('/erp/supplier/delete', { id: '999999999' })).requestId),
    ).toMatchObject({ outcome: 'row.missing', operateType: '4' })
    const row = (
      await manager.post('/erp/supplier/add', { code: 'OP-2', name: 'x', currency: 'EUR' })
    ).result as { id: string; version: number }
    await manager.put('/erp/supplier/edit', { ...row, name: 'y' })
    expect(
      await lineOf((await manager.put('/erp/supplier/edit', { ...row, name: 'z' })).requestId),
    ).toMatchObject({ outcome: 'row.stale', operateType: '3' })
    const list = await admin.call(logs.list, { outcome: '*row.*', pageSize: '100' } as never)
    expect(list.records.every(({ outcome }) => outcome?.startsWith('row.'))).toBe(true)
    expect(list.total).toBeGreaterThanOrEqual(2)
  })

  test('and what broke, as an exception', async () => {
    // In a database of its own: the tables of the shared one are also those of the suites that run with this
    // one.
    const apart = await openWorld({ databaseUrl: await ownDatabase() })
    try {
      const [there, reader] = [await apart.as('manager'), await apart.as('tenantAdmin')]
      await apart.db.pool.query('alter table supplier rename to supplier_gone')
      const broken = await there.get('/erp/supplier/queryById', { id: '1' })
      expect(broken.status).toBe(500)
      expect(await lineOf(broken.requestId, reader)).toMatchObject({
        logType: '4',
        logType_dictText: 'Exception log',
        outcome: 'server.broken',
      })
    } finally {
      await apart.close()
    }
  })

  test('keeps no secret that was sent, and neither do answers and other logs', async () => {
    const planted = 'Planted-Secret-9!x7'
    const answers = await Promise.all([
      admin.put('/message/channel/saveEmail', {
        enabled: true,
        version: 0,
        secret: planted,
        settings: {
          host: 'mail.example',
          port: 465,
          security: 'tls',
          user: 'u',
          fromAddress: 'a@example.com',
          fromName: 'A',
        },
      }),
      admin.put('/sys/user/updatePassword', {
        username: world().username('tenantAdmin'),
        oldpassword: planted,
        password: planted,
        confirmpassword: planted,
      }),
      admin.post('/erp/courier/setSecret', { id: '1', apiKey: planted }),
      world().anonymous.post('/sys/login', {
        username: world().username('manager'),
        password: planted,
      }),
      admin.post('/erp/supplier/add', {
        code: 'SEC',
        name: 'x',
        currency: 'EUR',
        password: planted,
        token: planted,
      }),
    ])
    for (const answer of answers) expect(answer.bytes.toString()).not.toContain(planted)
    await lineOf(answers[0]!.requestId)
    for (const table of [
      'op_log',
      'data_log',
      'idempotency',
      'message_channel',
      'sys_user',
      'graphile_worker._private_jobs',
    ]) {
      expect(
        (
          await world().db.pool.query<{ n: number }>(
            `select count(*)::int as n from ${table} t where t::text like $1`,
            [`%${planted}%`],
          )
        ).rows[0]!.n,
        table,
      ).toBe(0)
    }
  })

  test('is filtered, paged, exported, and another tenant’s is another’s', async () => {
    const mine = await admin.call(logs.list, { logType: '1', pageSize: '5' } as never)
    expect(mine.records.every((row) => row.logType === '1')).toBe(true)
    expect(
      (await admin.call(logs.list, { keyWord: '*supplier/add*', username: '*MANAGER*' } as never))
        .total,
    ).toBeGreaterThanOrEqual(2)
    expect(
      (
        await admin.call(logs.list, {
          createTime_begin: '2020-01-01',
          createTime_end: '2020-12-31',
        } as never)
      ).total,
    ).toBe(0)
    const stranger = await world().otherTenantUser()
    const theirs = await stranger.call(logs.list, { pageSize: '100' } as never)
    expect(
      theirs.records.filter(({ username }) => username !== null && !username.endsWith('x')),
    ).toEqual([])
    const words: string[] = []
    for await (const rows of readSheet(
      (await admin.get('/sys/log/exportXls', { username: `*${world().username('manager')}*` }))
        .bytes,
      'x.xlsx',
    ))
      for (const row of rows) words.push(JSON.stringify(row))
    expect(words.join('')).toContain('/erp/supplier/add')
    expect(words.length).toBeGreaterThan(2)
  })

  test('cannot be deleted', async () => {
    for (const [path, query] of [
      ['delete', { id: '1' }],
      ['deleteBatch', { ids: '1,2,' }],
      ['deleteBatch', { ids: 'allclear' }],
    ] as const)
      expect(await admin.delete(`/sys/log/${path}`, query)).toMatchObject({
        status: 200,
        success: false,
        code: 422,
        error: 'log.kept',
      })
    for (const role of ['manager', 'customer', 'nobodySpecial'] as const)
      expect((await (await world().as(role)).get('/sys/log/list')).status).toBe(403)
  })

  test('shows who runs the platform the sign-ins under names there are none of', async () => {
    const platform = await platformAdmin(world(), 'logs')
    await world().anonymous.post('/sys/login', {
      username: 'no-such-person-anywhere',
      password: 'x',
    })
    expect(
      (await platform.call(logs.list, { username: 'no-such-person-anywhere' } as never)).total,
    ).toBeGreaterThanOrEqual(1)
    expect(
      (await admin.call(logs.list, { username: 'no-such-person-anywhere' } as never)).total,
    ).toBe(0)
  })
})

describe('who is online', () => {
  test('is listed by session without anything a session could be made of, and sent away at once', async () => {
    const finance = await world().as('finance')
    const list = await admin.call(onlineUsers.list, {
      username: `*${world().username('finance')}*`,
    } as never)
    expect(list.records).toMatchObject([
      {
        username: world().username('finance'),
        current: false,
        ip: expect.stringContaining('127.0.0.1') as string,
      },
    ])
    expect(JSON.stringify(list)).not.toMatch(/hash|token|cookie/i)
    expect((await finance.get('/erp/fee/list')).status).toBe(200)
    const { id } = list.records[0]!
    expect(
      (
        await (
          await world().otherTenantUser()
        ).call(onlineUsers.forceLogout, { ids: [id] } as never)
      ).rows[0],
    ).toMatchObject({ ok: false, code: 'row.missing' })
    expect((await finance.get('/erp/fee/list')).status).toBe(200)
    expect(await admin.call(onlineUsers.forceLogout, { ids: [id] } as never)).toMatchObject({
      done: 1,
    })
    expect((await finance.get('/erp/fee/list')).status).toBe(401)
    expect(
      (
        await world().db.pool.query(
          `select 1 from data_log where table_name = 'sys_session' and row_id = $1 and actor = $2`,
          [id, world().username('tenantAdmin')],
        )
      ).rowCount,
    ).toBe(1)
  })

  test('the caller’s own session stays, and the platform’s people are not there', async () => {
    const platform = await platformAdmin(world(), 'online')
    const { records } = await admin.call(onlineUsers.list, { pageSize: '100' } as never)
    const own = records.find(({ current }) => current)!
    expect(records.filter(({ username }) => username.startsWith('online-'))).toEqual([])
    const above = (
      await platform.call(onlineUsers.list, { pageSize: '100' } as never)
    ).records.find(({ username }) => username.startsWith('online-'))!
    expect(
      (await admin.call(onlineUsers.forceLogout, { ids: [own.id, above.id] } as never)).rows.map(
        ({ code }) => code,
      ),
    ).toEqual(['online.own', 'row.missing'])
    expect((await platform.get('/sys/online/list')).success).toBe(true)
    for (const role of ['manager', 'customer'] as const)
      expect((await (await world().as(role)).get('/sys/online/list')).status).toBe(403)
  })
})
