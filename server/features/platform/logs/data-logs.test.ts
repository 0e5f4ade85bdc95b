import { beforeAll, describe, expect, test } from 'vitest'
import { dataLogs, logs } from '#contracts/platform/operations/logs.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()

let admin: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

describe('visits', () => {
  test('are counted per tenant, and seven days are always there', async () => {
    await world().as('manager')
    const plain = await world().as('nobodySpecial')
    const total = (await plain.call(logs.visits, {})).totalVisitCount
    expect(total).toBeGreaterThanOrEqual(3)
    expect(await plain.call(logs.visits, { zone: 'UTC' })).toMatchObject({
      todayVisitCount: total,
      todayIp: 1,
    })
    const days = await plain.call(logs.visitDays, { zone: 'UTC' })
    expect(days).toHaveLength(7)
    expect(days.map(({ visit }) => visit)).toEqual([0, 0, 0, 0, 0, 0, total])
    expect(days[6]).toMatchObject({
      tian: new Date().toISOString().slice(0, 10),
      type: new Date().toISOString().slice(5, 10),
      ip: 1,
    })
    expect((await (await world().otherTenantUser()).call(logs.visits, {})).totalVisitCount).toBe(1)
    expect((await plain.get('/sys/visitInfo', { zone: 'Mars/X' })).code).toBe(400)
  })
})

describe('data logs', () => {
  test('give a record’s versions, and two of them side by side', async () => {
    const row = (
      await admin.post('/erp/supplier/add', { code: 'VER', name: 'First', currency: 'EUR' })
    ).result as { id: string; version: number }
    await admin.put('/erp/supplier/edit', { ...row, name: 'Second' })
    await admin.put('/erp/supplier/edit', { ...row, version: 2, name: 'Third' })
    const versions = await admin.call(dataLogs.versions, { dataTable: 'supplier', dataId: row.id })
    expect(
      versions.map(({ dataVersion, dataContent }) => [
        dataVersion,
        (JSON.parse(dataContent) as { name: string }).name,
      ]),
    ).toEqual([
      ['3', 'Third'],
      ['2', 'Second'],
      ['1', 'First'],
    ])
    const compared = await admin.call(dataLogs.compare, {
      dataId1: versions[2]!.id,
      dataId2: versions[0]!.id,
    })
    expect(
      compared.map(({ dataContent }) => JSON.parse(dataContent) as { name: string; code: string }),
    ).toMatchObject([
      { name: 'First', code: 'VER' },
      { name: 'Third', code: 'VER' },
    ])
    expect(
      (await admin.call(dataLogs.list, { dataTable: 'supplier', dataId: row.id } as never)).records,
    ).toMatchObject([
      {
        action: 'edit',
        action_dictText: 'Changed',
        dataTable_dictText: 'Suppliers',
        dataContent: '{"name":["Second","Third"]}',
      },
      {},
      {},
    ])
    expect(versions[0]!.labels).toMatchObject({ name: 'Supplier name' })
    const words = await admin.call(dataLogs.words, {})
    expect(words.tables).toContainEqual({ value: 'supplier', text: 'Suppliers' })

    admin.lang = 'zh_CN'
    expect(
      await admin.get('/sys/dataLog/queryDataVerList', { dataTable: 'supplier', dataId: '99999' }),
    ).toMatchObject({ success: false, message: '未找到版本信息' })
    admin.lang = 'en_US'
    const other = (
      await admin.post('/erp/supplier/add', { code: 'VER2', name: 'Other', currency: 'EUR' })
    ).result as { id: string }
    const [otherVersion] = await admin.call(dataLogs.versions, {
      dataTable: 'supplier',
      dataId: other.id,
    })
    expect(
      (
        await admin.get('/sys/dataLog/queryCompareList', {
          dataId1: versions[0]!.id,
          dataId2: otherVersion!.id,
        })
      ).error,
    ).toBe('dataLog.notSame')

    const stranger = await world().otherTenantUser()
    expect(
      (
        await stranger.get('/sys/dataLog/queryDataVerList', {
          dataTable: 'supplier',
          dataId: row.id,
        })
      ).error,
    ).toBe('dataLog.none')
    expect(
      (
        await stranger.get('/sys/dataLog/queryCompareList', {
          dataId1: versions[0]!.id,
          dataId2: versions[1]!.id,
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await stranger.call(dataLogs.list, { dataTable: 'supplier', pageSize: '100' } as never)
      ).records.filter(({ dataId }) => dataId === row.id),
    ).toEqual([])
    for (const table of ["supplier'; --", 'SUPPLIER', '../x'])
      expect(
        (await admin.get('/sys/dataLog/queryDataVerList', { dataTable: table, dataId: '1' })).code,
      ).toBe(400)
  })

  test('show users who see only some rows the past of those rows only', async () => {
    await world().db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
        select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
        where r.tenant_id = $1 and r.role_code in ('sales', 'customer')
          and p.perms = 'sys:datalog:list' on conflict do nothing`,
      [world().tenantId],
    )
    const consignee = async (name: string, role: 'customer' | 'otherCustomer') =>
      (
        (
          await (
            await world().as(role)
          ).post('/erp/consignee/add', {
            name,
            country: 'DE',
            city: 'Zenting',
            street: 'Weg 1',
            postalCode: '94579',
          })
        ).result as { id: string }
      ).id
    const [own, others] = [
      await consignee('Own', 'customer'),
      await consignee('Others', 'otherCustomer'),
    ]
    const sales = await world().as('sales')
    expect((await sales.get('/sys/dataLog/list')).status).toBe(403)
    expect(
      (await sales.get('/sys/dataLog/queryDataVerList', { dataTable: 'consignee', dataId: own }))
        .success,
    ).toBe(true)
    expect(
      (await sales.get('/sys/dataLog/queryDataVerList', { dataTable: 'consignee', dataId: others }))
        .error,
    ).toBe('dataLog.none')
    expect(
      (await sales.get('/sys/dataLog/queryDataVerList', { dataTable: 'sys_user', dataId: '1' }))
        .error,
    ).toBe('dataLog.none')
    const customer = await world().as('customer')
    // Rights are looked up again within five seconds.
    await expect
      .poll(
        async () =>
          (
            await customer.get('/sys/dataLog/queryDataVerList', {
              dataTable: 'consignee',
              dataId: others,
            })
          ).error,
        { timeout: 90_000, interval: 500 },
      )
      .toBe('dataLog.none')
  })
})
