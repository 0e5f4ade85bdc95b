import { beforeAll, describe, expect, test } from 'vitest'
import { cruds, features } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { account } from '#contracts/platform/session/account.ts'
import { dataLogs, logs, type LogRow } from '#contracts/platform/operations/logs.ts'
import { isNoted } from '#server/kit/http/op-log/op-log.ts'
import { translate } from '#server/kit/http/texts.ts'
import { wordsOf } from '#server/kit/resource/operation-texts.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { platformAdmin } from '#test/platform.ts'
import { unlistedTables } from './log-permissions.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

/** The log is written a moment after the call. */
async function lineOf(answer: Answer, client = admin): Promise<LogRow> {
  return expect
    .poll(
      async () =>
        (await client.call(logs.list, { requestId: String(answer.requestId) } as never)).records[0],
      { timeout: 90_000 },
    )
    .toBeDefined()
    .then(
      async () =>
        (await client.call(logs.list, { requestId: String(answer.requestId) } as never))
          .records[0] as LogRow,
    )
}

describe('the words of the logs', () => {
  test('describe every noted call, in both languages', () => {
    const calls = [
      ...cruds.flatMap((of) => of.verbs.map((verb): Endpoint => of.endpoints[verb])),
      ...Object.values(features).flatMap((feature) => Object.values<Endpoint>(feature)),
    ].filter(isNoted)
    expect(calls.length).toBeGreaterThan(200)
    for (const lang of LANGS)
      expect(
        calls.map(({ path }) => path).filter((path) => wordsOf({ lang }, path) === path),
      ).toEqual([])
  })

  test('call every table that has no list by a name', () => {
    for (const lang of LANGS)
      expect(
        unlistedTables().filter(
          (table) => translate(lang, 'logs', `table.${table}`) === `table.${table}`,
        ),
      ).toEqual([])
  })

  test('name the records: by what the call carried, or by their labels now', async () => {
    const manager = await world().as('manager')
    const orders = [await makeOrder(world(), manager), await makeOrder(world(), manager)]
    const confirmed = await manager.put('/erp/shipment/confirm', {
      ids: orders.map(({ id }) => id),
    })
    const line = await lineOf(confirmed)
    expect(line).toMatchObject({
      logContent: `Confirm orders: ${orders[0]!.serialNumber} and others, 2 in all`,
      realname: expect.any(String) as string,
    })
    admin.lang = 'zh_CN'
    expect((await lineOf(confirmed)).logContent).toBe(`确认订单 ${orders[0]!.serialNumber} 等 2 条`)
    const found = await admin.call(logs.list, { keyWord: '确认订单' } as never)
    admin.lang = 'en_US'
    expect(found.records.map(({ requestId }) => requestId)).toContain(confirmed.requestId)
    const own = await manager.call(account.activity, {})
    expect(own.operations.map(({ what }) => what)).toContain(line.logContent)
    expect(own.operations.filter(({ what }) => what.startsWith('/'))).toEqual([])
  })

  test('a refused scan is logged as refused, with the number that was scanned', async () => {
    const scan = await admin.post('/erp/intoParcel/scan', { no: 'NOBODY-KNOWS-7' })
    expect(scan.success).toBe(false)
    const line = await lineOf(scan)
    expect([line.logContent, line.outcome]).toEqual(['Inbound scan: NOBODY-KNOWS-7', scan.error])
    expect(line.outcomeText).not.toBe('Done')
  })

  test('a list that is read leaves no line, also where it is called by another name', async () => {
    const read = await admin.get('/sys/user/userRoleList', { roleId: '1' })
    const written = await admin.post('/erp/supplier/add', {
      code: 'LW-1',
      name: 'L',
      currency: 'EUR',
    })
    await lineOf(written)
    expect((await admin.call(logs.list, { requestId: read.requestId! } as never)).records).toEqual(
      [],
    )
  })
})

describe('who runs the platform', () => {
  test('is not named to the tenant by what was done there', async () => {
    const platform = await platformAdmin(world())
    platform.tenant = world().tenantId
    const name = `platform-${world().tenantId}`
    const done = await platform.post('/erp/supplier/add', {
      code: 'PLAT',
      name: 'P',
      currency: 'EUR',
    })
    expect(done.success, done.message).toBe(true)
    const line = await lineOf(done)
    expect(line).toMatchObject({
      username: 'Platform',
      realname: 'Platform',
      userid: null,
      ip: null,
    })
    expect(await lineOf(done, platform)).toMatchObject({ username: name })
    const { id } = done.result as { id: string }
    const versions = await admin.call(dataLogs.versions, { dataTable: 'supplier', dataId: id })
    expect(versions).toMatchObject([{ createBy: 'Platform', createByName: 'Platform' }])
    for (const found of [
      await admin.get('/sys/log/list', { username: name }),
      await admin.get('/sys/dataLog/list', { createBy: name }),
    ])
      expect(found.result).toMatchObject({ records: [] })
    const sheet = await admin.get('/sys/log/exportXls', { exportFormat: 'csv' })
    expect(sheet.bytes.toString()).not.toContain(name)
  })
})

describe('a record older than the log', () => {
  test('has a version before its first change, which can be seen and put back', async () => {
    const [row] = (
      await world().db.pool.query<{ id: string }>(
        `insert into supplier (tenant_id, code, name, currency, contact)
          values ($1, 'OLD', 'Old', 'EUR', 'Eleanor Wright') returning id`,
        [world().tenantId],
      )
    ).rows
    const before = (await admin.get('/erp/supplier/queryById', { id: row!.id })).result as {
      version: number
    }
    const edited = await admin.put('/erp/supplier/edit', { ...before, contact: 'Eleanor W.' })
    expect(edited.success, edited.message).toBe(true)
    const versions = await admin.call(dataLogs.versions, { dataTable: 'supplier', dataId: row!.id })
    expect(
      versions.map(({ dataVersion, dataContent, restorable, dataName }) => [
        dataVersion,
        (JSON.parse(dataContent) as { contact: string }).contact,
        restorable,
        dataName,
      ]),
    ).toEqual([
      ['2', 'Eleanor W.', false, 'Old'],
      ['1', 'Eleanor Wright', true, 'Old'],
    ])
    const restored = await admin.post('/sys/dataLog/restore', { id: versions[1]!.id, version: 2 })
    expect(restored.success, restored.message).toBe(true)
    expect((await admin.get('/erp/supplier/queryById', { id: row!.id })).result).toMatchObject({
      contact: 'Eleanor Wright',
    })
  })
})
