import { describe, expect, test } from 'vitest'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { Client, PASSWORD, useWorld, type Answer, type RoleCode } from '../harness.ts'

const world = useWorld()
const HEAD = '供应商代码,供应商名称,结算币种\n'

async function send(rows: string, fields: Record<string, string> = {}): Promise<Answer> {
  const admin = new Client(world().base, (await world().as('tenantAdmin')).token)
  admin.lang = 'zh_CN'
  return admin.upload('/erp/supplier/importExcel', '供应商.csv', HEAD + rows, fields)
}
interface Partly {
  totalCount: number
  successCount: number
  errorCount: number
  msg: string
  fileUrl: string
  fileName: string
}

describe('an import', () => {
  test('that took every row reports their number', async () => {
    expect(await send('IMP1,一号,EUR\nIMP2,二号,EUR\n')).toMatchObject({
      status: 200,
      success: true,
      code: 200,
      message: '共2行数据全部导入成功！',
      result: { totalCount: 2, successCount: 2, errorCount: 0, fileUrl: null, fileName: null },
    })
  })
  test('that refused rows is 201 with a file of them, for who sent them, without a header for a day', async () => {
    const answer = await send('IMP3,三号,EUR\nIMP1,又一个,EUR\nIMP4,四号,XXX\n')
    expect(answer).toMatchObject({
      status: 200,
      success: true,
      code: 201,
      message: '文件导入成功，但有错误。',
      result: { totalCount: 3, successCount: 1, errorCount: 2 },
    })
    const { fileUrl, fileName, msg } = answer.result as Partly
    expect(msg).toBe('总上传行数：3，已导入行数：1，错误行数：2')
    expect(fileUrl).toMatch(/^\/sys\/common\/static\/imports\/[\w-]{43}\.xlsx$/)
    expect(fileName).toMatch(/\.xlsx$/)
    // As a link of the page opens it: no token, no language, the cookie of the sign-in.
    const asLink = async (role: RoleCode) => {
      const signedIn = await world().anonymous.post('/sys/login', {
        username: world().username(role),
        password: PASSWORD,
      })
      const [cookie = ''] = signedIn.headers
        .getSetCookie()
        .filter((line) => line.includes('/sys/common/static/imports'))
      return world().anonymous.raw('GET', fileUrl, { headers: { cookie: cookie.split(';')[0]! } })
    }
    const file = await asLink('tenantAdmin')
    expect(file.status).toBe(200)
    expect((await (await world().as('tenantAdmin')).get(fileUrl)).status).toBe(200)
    for (const other of [await asLink('service'), await world().anonymous.get(fileUrl)])
      expect([other.status, other.bytes.length > 2_000]).toEqual([404, false])
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(fileName))
    expect(file.headers.get('cache-control')).toBe('no-store')
    const rows: string[][] = []
    for await (const batch of readSheet(file.bytes, fileName))
      rows.push(...batch.map(({ cells }) => cells))
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
      ['供应商代码', '供应商名称', '结算币种'],
      ['IMP1', '又一个', 'EUR'],
      ['IMP4', '四号', 'XXX'],
    ])
    expect(rows[0]![3]).toBe('错误原因')
    for (const row of rows.slice(1)) expect(row[3]).toBeTruthy()
    await world().db.pool.query(
      `update stored_file set expires_at = now() - interval '1 second'
        where tenant_id = $1 and owner_kind = 'import'`,
      [world().tenantId],
    )
    expect((await asLink('tenantAdmin')).status, 'after a day').toBe(404)
  })
  test('of which no row was taken does not call itself a success of the file', async () => {
    expect(await send('IMP1,又一个,EUR\n')).toMatchObject({
      success: true,
      code: 201,
      message: '文件导入失败:1行数据均有错误。',
      result: { successCount: 0, errorCount: 1, fileUrl: expect.any(String) },
    })
  })
  test('of a dry run is marked as such, and leaves no file', async () => {
    expect(await send('IMP9,九号,EUR\n', { dryRun: 'true' })).toMatchObject({
      code: 200,
      message: '试导入完成：共1行，0行有错误，未写入数据。',
      result: { fileUrl: null },
    })
    expect(await send('IMP1,又一个,EUR\n', { dryRun: 'true' })).toMatchObject({
      code: 201,
      message: '试导入完成：共1行，1行有错误，未写入数据。',
      result: { fileUrl: null, fileName: null },
    })
  })
  test.each(['/sys/user', '/sys/sysDepart', '/sys/dict', '/sys/category'])(
    '%s answers no other way',
    async (path) => {
      const admin = await world().as('tenantAdmin')
      if (path === '/sys/category') await admin.post(`${path}/add`, { name: '分类', pid: '0' })
      const sheet = await admin.get(`${path}/exportXls`)
      const answer = await admin.upload(`${path}/importExcel`, 'same.xlsx', sheet.bytes)
      const { errorCount, fileUrl } = answer.result as Partly
      expect(answer.success, answer.message).toBe(true)
      expect(answer.code).toBe(errorCount > 0 ? 201 : 200)
      expect(fileUrl === null).toBe(errorCount === 0)
      expect(answer.message).not.toBe('Done.')
    },
  )
  test('of orders keeps its number', async () => {
    const customer = await world().as('customer')
    const answer = await customer.upload('/erp/shipment/importExcel', 'o.csv', 'a,b\n1,2\n', {
      dryRun: 'true',
      kind: 'b2c',
    })
    expect(answer.result).toHaveProperty('id')
  })
})
