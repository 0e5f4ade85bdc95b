import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { RULE_OPS } from '#contracts/platform/access/data-rules.texts.ts'
import { useWorld, type Answer } from '../harness.ts'

const world = useWorld()
type Row = Record<string, unknown> & { id: string }
const records = (answer: Answer) => (answer.result as { records: Row[] }).records
const mark = randomBytes(3).toString('hex')

describe('the duplicate check', () => {
  const ask = async (
    query: Record<string, string>,
    role: 'tenantAdmin' | 'service' = 'tenantAdmin',
  ) =>
    (await world().as(role)).raw('GET', '/sys/duplicate/check', {
      query,
      headers: { client_lang: 'zh_CN' },
    })
  test('of a record that is not saved yet: its id is one that generateUserId gave', async () => {
    const admin = await world().as('tenantAdmin')
    const dataId = String((await admin.get('/sys/user/generateUserId')).result)
    expect(dataId).toMatch(/^[0-9a-f]{32}$/)
    const user = { tableName: 'sys_user', fieldName: 'username', dataId }
    expect(await ask({ ...user, fieldVal: world().username('manager') })).toMatchObject({
      success: false,
      message: '该值不可用，系统中已存在！',
    })
    expect(await ask({ ...user, fieldVal: `free-${mark}` })).toMatchObject({
      success: true,
      message: '该值可用！',
    })
    for (const odd of ['x'.repeat(32), dataId.slice(1), `${dataId}'`])
      expect((await ask({ ...user, fieldVal: 'x', dataId: odd })).success, odd).toBe(false)
  })
  test('knows the codes of templates and of department roles', async () => {
    const admin = await world().as('tenantAdmin')
    const depart = (
      await world().db.pool.query<{ id: string }>(
        `select id from sys_depart where tenant_id = $1 and org_code = 'A01'`,
        [world().tenantId],
      )
    ).rows[0]!
    expect(
      (
        await admin.post('/message/sysMessageTemplate/add', {
          templateCode: `tpl_${mark}`,
          templateName: '模板',
          templateType: '1',
          templateContent: '您好',
        })
      ).success,
    ).toBe(true)
    expect(
      (
        await admin.post('/sys/sysDepartRole/add', {
          departId: depart.id,
          roleName: '组长',
          roleCode: `lead_${mark}`,
        })
      ).success,
    ).toBe(true)
    for (const [tableName, fieldName, taken] of [
      ['sys_sms_template', 'template_code', `tpl_${mark}`],
      ['sys_depart_role', 'role_code', `lead_${mark}`],
    ] as const) {
      expect((await ask({ tableName, fieldName, fieldVal: taken })).message, tableName).toBe(
        '该值不可用，系统中已存在！',
      )
      expect((await ask({ tableName, fieldName, fieldVal: `${taken}x` })).success).toBe(true)
      expect((await ask({ tableName, fieldName, fieldVal: taken }, 'service')).status).toBe(403)
      const elsewhere = await world().otherTenantUser()
      expect(
        (await elsewhere.get('/sys/duplicate/check', { tableName, fieldName, fieldVal: taken }))
          .success,
        'another tenant’s',
      ).toBe(true)
    }
  })
  test('a data source’s code is free: there are none yet', async () => {
    expect(
      await ask({ tableName: 'sys_data_source', fieldName: 'code', fieldVal: 'any' }),
    ).toMatchObject({ success: true, message: '该值可用！' })
  })
})

describe('lists of parts without the whole they belong to', () => {
  test.each(['/sys/dictItem/list', '/sys/sysDepartRole/list'])('%s', async (path) => {
    const admin = await world().as('tenantAdmin')
    for (const query of [{}, { dictId: '', deptId: '' }])
      expect(await admin.get(path, { pageNo: 1, pageSize: 10, ...query })).toMatchObject({
        status: 200,
        success: true,
        result: { records: [], total: 0, size: 10, current: 1 },
      })
  })
})

describe('an announcement', () => {
  test('that was revoked is synchronised like any other', async () => {
    const admin = await world().as('tenantAdmin')
    await admin.post('/sys/annountCement/add', {
      titile: `撤销${mark}`,
      msgContent: '<p>正文</p>',
      priority: 'M',
      msgCategory: '1',
      msgType: 'ALL',
      msgAbstract: '摘要',
    })
    const [{ id }] = records(
      await admin.get('/sys/annountCement/list', { titile: `撤销${mark}` }),
    ) as [Row]
    for (const path of ['doReleaseData', 'doReovkeData']) {
      expect((await admin.get(`/sys/annountCement/${path}`, { id })).success, path).toBe(true)
      expect(
        await admin.get('/sys/annountCement/syncNotic', { anntId: id }),
        `after ${path}`,
      ).toMatchObject({ status: 200, success: true })
    }
    expect((await admin.get('/sys/annountCement/syncNotic', { anntId: '999999999' })).status).toBe(
      404,
    )
  })
})

test('rule_conditions offers what a rule takes, and nothing else', async () => {
  const admin = await world().as('tenantAdmin')
  const items = (await admin.get('/sys/dict/getDictItems/rule_conditions')).result as {
    value: string
  }[]
  expect(items.map(({ value }) => value).toSorted()).toEqual([...RULE_OPS].toSorted())
})

test('every line of the data log has its version', async () => {
  const admin = await world().as('tenantAdmin')
  const added = (
    await admin.post('/sys/position/add', { code: `DV${mark}`, name: '经理', postRank: '1' })
  ).result as Row & { version: number }
  await admin.put('/sys/position/edit', { ...added, name: '主管' })
  const [user] = records(await admin.get('/sys/user/list', { username: '*warehouse*' })) as [Row]
  const [role] = (await admin.get('/sys/role/queryall')).result as [Row]
  await admin.post('/sys/user/addSysUserRole', { roleId: role.id, userIdList: [user.id] })
  const lines = records(await admin.get('/sys/dataLog/list', { pageSize: 200 }))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    expect(line.dataVersion, `${String(line.dataTable)} ${String(line.action)}`).toMatch(/^\d+$/)
  const versions = lines.filter(
    ({ dataId, dataTable }) => dataId === added.id && dataTable === 'sys_position',
  )
  expect(versions.map(({ dataVersion }) => dataVersion)).toEqual(['2', '1'])
  expect(
    (
      (
        await admin.get('/sys/dataLog/queryDataVerList', {
          dataTable: 'sys_position',
          dataId: added.id,
        })
      ).result as Row[]
    ).map(({ dataVersion }) => dataVersion),
  ).toEqual(['2', '1'])
})
