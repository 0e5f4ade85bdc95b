import { describe, expect, test } from 'vitest'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { cellsOf } from '../sheets/sheets.fixture.ts'
import { writeSheet } from '../sheets/sheets.ts'

const world = useWorld()
interface Imported {
  totalCount: number
  successCount: number
  errorCount: number
  errors: { row: number; column: string; code: string; message: string }[]
}

async function rowsOf(answer: Answer): Promise<string[][]> {
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  return cellsOf(answer.bytes)
}
const sheet = ([header = [], ...rows]: readonly (readonly string[])[]) =>
  writeSheet({ columns: header.map((title) => ({ title })), rows }, 'xlsx')
const send = async (
  client: Client,
  path: string,
  rows: readonly (readonly string[])[],
  name = 'rows.xlsx',
) => {
  const answer = await client.upload(path, name, await sheet(rows))
  if (!answer.success) throw new Error(`${answer.error} ${answer.message}`)
  return answer.result as Imported
}
const address = { name: 'Erika Muster', country: 'DE', city: 'Zenting', street: 'Dorfstraße' }

describe('a resource as a sheet', () => {
  test('leaves with words instead of codes, comes back edited, and is the same rows again', async () => {
    const admin = await world().as('tenantAdmin')
    await admin.post('/erp/customer/add', {
      code: 'RT-1',
      name: '=1+2',
      currency: 'EUR',
      status: '1',
      country: 'DE',
      remark: '+49 30',
    })
    const before = await admin.get('/erp/customer/exportXls', { code: 'RT-1' })
    expect(decodeURIComponent(before.headers.get('content-disposition') ?? '')).toMatch(
      /Customers-\d{8}\.xlsx/,
    )
    const [header = [], row = []] = await rowsOf(before)
    expect(header.slice(0, 2)).toEqual(['Customer code', 'Customer name'])
    expect(header).toContain('Created (UTC)')
    expect(row).toEqual(expect.arrayContaining(['RT-1', '=1+2', 'Germany']))
    // In the file itself the text cannot run.
    expect(before.bytes.includes('<f>')).toBe(false)

    const edited = row.map((cell) => (cell === 'RT-1' ? 'RT-2' : cell))
    expect(await send(admin, '/erp/customer/importExcel', [header, edited])).toMatchObject({
      totalCount: 1,
      successCount: 1,
      errorCount: 0,
      errors: [],
    })
    const made = (
      (await admin.get('/erp/customer/list', { code: 'RT-2' })).result as {
        records: Record<string, unknown>[]
      }
    ).records[0]
    expect(made).toMatchObject({
      code: 'RT-2',
      name: '=1+2',
      country: 'DE',
      currency: 'EUR',
      status: '1',
      remark: '+49 30',
    })
    const logged = await world().db.pool.query(
      `select 1 from data_log where table_name = 'customer' and row_id = $1 and action = 'add'`,
      [made?.id],
    )
    expect(logged.rowCount).toBe(1)
  })

  test('speaks Chinese to those who do, and takes either language and plain field names back', async () => {
    const admin = await world().as('tenantAdmin')
    admin.lang = 'zh_CN'
    const [header = []] = await rowsOf(await admin.get('/erp/depot/exportXls', { selections: '0' }))
    admin.lang = 'en_US'
    expect(header).toContain('创建时间 (UTC)')
    expect(
      await send(admin, '/erp/depot/importExcel', [
        ['code', '仓库名称', 'Country', 'city', 'enabled', 'depotType'],
        ['IMP-1', 'Imported', '德国', 'Berlin', 'No', '1'],
      ]),
    ).toMatchObject({ successCount: 1, errors: [] })
    const found = (
      (await admin.get('/erp/depot/list', { code: 'IMP-1' })).result as { records: object[] }
    ).records
    expect(found).toEqual([
      expect.objectContaining({
        name: 'Imported',
        country: 'DE',
        enabled: false,
        timeZone: 'Europe/Berlin',
      }),
    ])
  })

  test('leaves with the requested columns in their order, as a workbook or as text; others stay out', async () => {
    const admin = await world().as('tenantAdmin')
    const answer = await admin.get('/erp/depot/exportXls', {
      code: 'FRA1',
      exportFormat: 'csv',
      exportColumns: 'createBy,name,code,password,name,tenantId',
    })
    expect([
      answer.headers.get('content-type'),
      decodeURIComponent(answer.headers.get('content-disposition') ?? ''),
    ]).toEqual(['text/csv; charset=utf-8', expect.stringMatching(/\.csv/)])
    const [head, row] = answer.bytes.toString('utf8').replace('\ufeff', '').split('\r\n')
    expect([head, row]).toEqual([
      'Created by,Depot name,Depot code',
      expect.stringMatching(/,FRA1$/),
    ])
    expect(
      await rowsOf(
        await admin.get('/erp/depot/exportXls', { code: 'FRA1', exportColumns: 'code' }),
      ),
    ).toEqual([['Depot code'], ['FRA1']])
    expect(
      (
        await rowsOf(
          await admin.get('/erp/depot/exportXls', { code: 'FRA1', exportColumns: 'nothing' }),
        )
      )[0]?.length,
    ).toBeGreaterThan(5)
    expect((await admin.get('/erp/depot/exportXls', { exportFormat: 'exe' })).code).toBe(400)
    const customer = await world().as('customer')
    expect(
      (
        await customer.get('/erp/consignee/exportXls', {
          exportColumns: 'customerId,name',
          exportFormat: 'csv',
        })
      ).bytes.toString('utf8'),
    ).not.toContain('Customer')
  })

  test('a dry run reports what would happen and stores nothing, with an Idempotency-Key too', async () => {
    const admin = await world().as('tenantAdmin')
    const rows = await sheet([
      ['code', 'name'],
      ['DRY-1', 'a'],
      ['DRY-1', 'twice'],
      ['DRY-2', 'b'],
    ])
    const tried = async (headers: Record<string, string>, query = '') => {
      const form = new FormData()
      if (!query) form.set('dryRun', 'true')
      form.set('file', new File([new Uint8Array(rows)], 'rows.xlsx'))
      return (await admin.raw('POST', `/erp/supplier/importExcel${query}`, { form, headers }))
        .result as Imported
    }
    for (const [headers, query] of [
      [{}, ''],
      [{ 'Idempotency-Key': 'try-out-0001' }, ''],
      [{}, '?dryRun=true'],
    ] as const)
      expect(await tried(headers, query)).toMatchObject({
        totalCount: 3,
        successCount: 2,
        errorCount: 1,
        errors: [{ row: 3, code: 'field.duplicate' }],
      })
    expect(
      ((await admin.get('/erp/supplier/list', { code: 'DRY*' })).result as { total: number }).total,
    ).toBe(0)
    expect(
      (
        await world().db.pool.query(
          `select 1 from data_log where tenant_id = $1 and diff::text like '%DRY-%'`,
          [world().tenantId],
        )
      ).rowCount,
    ).toBe(0)
    expect(
      await send(admin, '/erp/supplier/importExcel', [
        ['code', 'name'],
        ['DRY-1', 'a'],
      ]),
    ).toMatchObject({ successCount: 1 })
  })

  test('selections=0 is an empty sheet to fill in; selections are those rows', async () => {
    const admin = await world().as('tenantAdmin')
    expect(
      await rowsOf(await admin.get('/erp/supplier/exportXls', { selections: '0' })),
    ).toHaveLength(1)
    const ids = (
      (await admin.get('/erp/depot/list')).result as { records: { id: string }[] }
    ).records
      .slice(0, 2)
      .map(({ id }) => id)
    expect(
      await rowsOf(await admin.get('/erp/depot/exportXls', { selections: ids.join(',') })),
    ).toHaveLength(3)
  })

  test('refused rows are reported with place and reason, the others go in', async () => {
    const admin = await world().as('tenantAdmin')
    const answer = await send(admin, '/erp/supplier/importExcel', [
      ['code', 'name', 'currency', 'enabled'],
      ['SHEET-GOOD', 'Good', 'EUR', 'yes'],
      ['SHEET-GOOD', 'Twice', 'EUR', 'yes'],
      ['', 'No code', 'EUR', 'yes'],
      ['SHEET-BAD', 'Bad words', 'Klingon', 'perhaps'],
      ['SHEET-LAST', 'Last', 'EUR', ''],
    ])
    expect(answer).toMatchObject({ totalCount: 5, successCount: 2, errorCount: 3 })
    expect(answer.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'Supplier code', 'field.duplicate'],
      [4, 'Supplier code', 'field.required'],
      [5, 'Billing currency', 'field.dict'],
      [5, 'Enabled', 'field.bool'],
    ])
    expect(
      answer.errors.every(({ message }) => message.length > 3 && !message.includes('{{')),
    ).toBe(true)
    expect(
      ((await admin.get('/erp/supplier/list', { code: 'SHEET-' })).result as { total: number })
        .total,
    ).toBe(2)
  })

  test('another tenant’s rows are no rows to refer to, nor are two of one name', async () => {
    const [admin, stranger] = [await world().as('tenantAdmin'), await world().otherTenantUser()]
    await stranger.post('/erp/supplier/add', {
      code: 'THEIRS',
      name: 'Their carrier',
      currency: 'EUR',
    })
    for (const code of ['TWIN-1', 'TWIN-2'])
      await admin.post('/erp/supplier/add', { code, name: 'Twins', currency: 'EUR' })
    const answer = await send(admin, '/erp/channel/importExcel', [
      ['code', 'name', 'supplierId', 'transType'],
      ['CH-1', 'a', 'THEIRS', '1'],
      ['CH-2', 'b', 'Their carrier', '1'],
      ['CH-3', 'c', 'Twins', '1'],
      ['CH-4', 'd', 'TWIN-2', '1'],
    ])
    expect(answer.errors.map(({ row, code }) => [row, code])).toEqual([
      [2, 'field.ref'],
      [3, 'field.ref'],
      [4, 'field.ambiguous'],
    ])
    expect(answer.successCount).toBe(1)
  })

  test('a customer’s address book is the customer’s, for any content of the sheet', async () => {
    const customer = await world().as('customer')
    const answer = await send(customer, '/erp/consignee/importExcel', [
      ['customerId', ...Object.keys(address)],
      ['C002', ...Object.values(address)],
    ])
    expect(answer).toMatchObject({ successCount: 1 })
    const rows = await world().db.pool.query<{ customerId: string }>(
      'select customer_id as "customerId" from consignee where tenant_id = $1',
      [world().tenantId],
    )
    expect(rows.rows.map((row) => row.customerId)).toEqual([world().customerId])
    const [header = [], ...exported] = await rowsOf(await customer.get('/erp/consignee/exportXls'))
    expect(header).not.toContain('Customer')
    expect(exported).toHaveLength(1)
    expect(
      await rowsOf(await (await world().as('otherCustomer')).get('/erp/consignee/exportXls')),
    ).toHaveLength(1)
    const staff = await world().as('service')
    expect(
      (
        await send(staff, '/erp/consignee/importExcel', [
          ['customerId', ...Object.keys(address)],
          ['C002', ...Object.values(address)],
          ['', ...Object.values(address)],
        ])
      ).errors,
    ).toEqual([expect.objectContaining({ row: 3, code: 'field.required' })])
  })

  test('what is no sheet of this kind is refused whole', async () => {
    const admin = await world().as('tenantAdmin')
    const refused = async (name: string, bytes: Uint8Array | string) =>
      (await admin.upload('/erp/supplier/importExcel', name, bytes)).error
    expect(await refused('empty.csv', '')).toBe('sheet.empty')
    expect(await refused('header.csv', 'code,name,currency\n')).toBe('sheet.empty')
    expect(await refused('other.csv', 'colour,size\nred,1\n')).toBe('sheet.missingColumns')
    expect(await refused('half.csv', 'code,remark\nX,y\n')).toBe('sheet.missingColumns')
    expect(await refused('x.xlsx', 'PK not really')).toMatch(/^sheet\./)
    expect(await refused('long.csv', `code,name\n${'a,b\n'.repeat(5_001)}`)).toBe(
      'sheet.tooManyRows',
    )
    expect(
      (await admin.raw('POST', '/erp/supplier/importExcel', { form: new FormData() })).error,
    ).toBeDefined()
  })

  test('more rows than a file takes are refused with the number, before anything is read', async () => {
    const { db, tenantId } = world()
    await db.pool.query(
      `insert into postal_rule (tenant_id, country, pattern) select $1, 'X' || n, '.*'
        from generate_series(1, 50001) n`,
      [tenantId],
    )
    const admin = await world().as('tenantAdmin')
    const answer = await admin.get('/erp/postalRule/exportXls')
    await db.pool.query(`delete from postal_rule where tenant_id = $1 and country = 'X50001'`, [
      tenantId,
    ])
    expect(answer).toMatchObject({ success: false, error: 'list.exportTooMany' })
    expect(answer.message).toMatch(/50,?000/)
    const rows = await rowsOf(
      await admin.get('/erp/postalRule/exportXls', {
        country: Array.from({ length: 1000 }, (_, n) => `X${n + 1}`).join(','),
      }),
    )
    expect(rows).toHaveLength(1001)
    expect(new Set(rows.map((row) => row[0])).size).toBe(1001)
    await db.pool.query(
      `delete from postal_rule where tenant_id = $1 and country like 'X%' and length(country) > 2`,
      [tenantId],
    )
  })
})
