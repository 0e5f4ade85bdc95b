import { describe, expect, test } from 'vitest'
import { Client, PASSWORD, useWorld, type Answer } from '../harness.ts'
import { platformAdmin } from '../platform.ts'

const world = useWorld()
type Row = Record<string, unknown> & { id: string }
const records = (answer: Answer) => (answer.result as { records: Row[] }).records
let made = 0

/** A user of this suite, made by the calls of the family. */
async function someone(more: Record<string, unknown> = {}): Promise<Row> {
  const admin = await world().as('tenantAdmin')
  const username = `compat${++made}-${world().tenantId}`
  const added = await admin.post('/sys/user/add', {
    username,
    realname: '王五',
    password: PASSWORD,
    sex: '2',
    birthday: '1990-05-01',
    workNo: `C${made}`,
    ...more,
  })
  expect(added.message).toBeTruthy()
  return records(await admin.get('/sys/user/list', { username }))[0]!
}
const login = (username: unknown, password = PASSWORD, path = '/sys/login') =>
  world().anonymous.raw('POST', path, {
    body: { username, password },
    headers: { client_lang: 'zh_CN' },
  })

describe('a frozen user', () => {
  test.each(['/sys/login', '/sys/mLogin'])('at %s', async (path) => {
    const admin = await world().as('tenantAdmin')
    const user = await someone()
    await admin.put('/sys/user/frozenBatch', { ids: `${user.id},`, status: '2' })
    expect(await login(user.username, PASSWORD, path), 'who has the password').toMatchObject({
      success: false,
      message: '该用户已冻结',
      result: null,
    })
    expect(await login(user.username, 'wrong', path), 'who has not').toMatchObject({
      success: false,
      message: '用户名或密码错误',
    })
  })
})

describe('the user of a session', () => {
  /** wire.md §6.1, without what is secret. */
  const FIELDS = [
    'id',
    'username',
    'realname',
    'nickname',
    'avatar',
    'birthday',
    'sex',
    'email',
    'phone',
    'orgCode',
    'orgCodeTxt',
    'status',
    'delFlag',
    'workNo',
    'post',
    'telephone',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
    'activitiSync',
    'userIdentity',
    'departIds',
    'thirdType',
    'relTenantIds',
    'printSet',
  ]
  test('has every field of the family’s user, at every sign-in and after a change of department', async () => {
    const admin = await world().as('tenantAdmin')
    const depart = (
      await world().db.pool.query<{ id: string }>(
        `select id from sys_depart where tenant_id = $1 and org_code = 'A01'`,
        [world().tenantId],
      )
    ).rows[0]!
    const user = await someone({
      selecteddeparts: depart.id,
      userIdentity: '2',
      departIds: depart.id,
      telephone: '0755-1234567',
    })
    const signedIn = (await login(user.username)).result as {
      token: string
      userInfo: Row
    }
    const { userInfo } = signedIn
    expect(Object.keys(userInfo)).toEqual(expect.arrayContaining(FIELDS))
    const listed = records(
      await admin.raw('GET', '/sys/user/list', {
        query: { username: user.username },
        headers: { client_lang: 'zh_CN' },
      }),
    )[0]!
    for (const field of [
      'id',
      'username',
      'realname',
      'birthday',
      'sex',
      'status',
      'workNo',
      'telephone',
      'orgCodeTxt',
      'userIdentity',
      'departIds',
      'post',
      'relTenantIds',
      'createBy',
      'createTime',
    ])
      expect(userInfo[field], field).toEqual(listed[field])
    expect(userInfo).toMatchObject({
      sex: '2',
      status: '1',
      birthday: '1990-05-01',
      nickname: '王五',
      orgCode: 'A01',
      delFlag: '0',
    })
    expect(userInfo.orgCodeTxt).toBeTruthy()
    expect(JSON.stringify(userInfo)).not.toMatch(/password|salt|hash/i)
    const own = new Client(world().base, signedIn.token)
    const moved = (await own.post('/sys/selectDepart', { orgCode: 'A01', username: '' })).result
    expect(Object.keys((moved as { userInfo: Row }).userInfo)).toEqual(
      expect.arrayContaining(FIELDS),
    )
  })
})

describe('sex and status', () => {
  test('are text wherever a person is shown', async () => {
    const admin = await world().as('tenantAdmin')
    const seen: [string, Row | undefined][] = []
    const user = await someone()
    seen.push(['list', user])
    seen.push([
      'queryById',
      (await admin.get('/sys/user/queryById', { id: user.id })).result as Row,
    ])
    seen.push([
      'queryByIds',
      ((await admin.get('/sys/user/queryByIds', { userIds: user.id })).result as Row[])[0],
    ])
    seen.push(['login', ((await login(user.username)).result as { userInfo: Row }).userInfo])
    seen.push([
      '/api/user',
      ((await admin.get('/api/user', { pageSize: 200 })).result as { data: Row[] }).data.find(
        (row) => row.id === user.id,
      ),
    ])
    for (const [where, row] of seen) {
      expect(row?.status, where).toBe('1')
      if (row && 'sex' in row) expect(row.sex, where).toBe('2')
    }
  })
  test('of tenants, items and members are text too', async () => {
    const admin = await world().as('tenantAdmin')
    const tenants = (await admin.get('/sys/tenant/queryList')).result as Row[]
    expect(tenants.map(({ status }) => status)).toEqual(['1'])
    const dict = records(await admin.get('/sys/dict/list', { dictCode: 'sex' }))[0]!
    const items = records(await admin.get('/sys/dictItem/list', { dictId: dict.id }))
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['1']))
  })
})

describe('relTenantIds', () => {
  test('in lists are those of the sign-in, as far as the caller may know them', async () => {
    const admin = await world().as('tenantAdmin')
    const user = await someone()
    expect(user.relTenantIds).toBe(world().tenantId)
    const other = await world().db.pool.query<{ id: string }>(
      `select id from tenant where id not in (0, $1) and status = 1 and begin_date is null limit 1`,
      [world().tenantId],
    )
    await world().db.pool.query(
      'insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)',
      [user.id, other.rows[0]!.id],
    )
    const { userInfo } = (await login(user.username)).result as { userInfo: Row }
    const platform = await platformAdmin(world(), 'compat')
    const seen = records(
      await platform.get('/sys/user/list', { username: String(user.username) }),
    )[0]!
    expect(String(seen.relTenantIds).split(',').toSorted()).toEqual(
      String(userInfo.relTenantIds).split(',').toSorted(),
    )
    expect(
      records(await admin.get('/sys/user/list', { username: String(user.username) }))[0]!
        .relTenantIds,
      'the tenant’s own users see none of others',
    ).toBe(world().tenantId)
    // The whole record is sent back as it was read: nothing changes by it.
    expect((await platform.put('/sys/user/edit', seen)).success).toBe(true)
    const after = await world().db.pool.query<{ id: string }>(
      'select tenant_id as id from sys_user_tenant where user_id = $1',
      [user.id],
    )
    expect(after.rows).toEqual(other.rows)
  })
})

describe('departments', () => {
  test('are names where a department’s people are asked for', async () => {
    const admin = await world().as('tenantAdmin')
    const depart = (
      await world().db.pool.query<{ id: string; name: string }>(
        `select id, depart_name as name from sys_depart where tenant_id = $1 and org_code = 'A01'`,
        [world().tenantId],
      )
    ).rows[0]!
    const user = await someone({ selecteddeparts: depart.id })
    const found = (
      await admin.raw('GET', '/sys/user/queryUserByDepId', {
        query: { id: depart.id },
        headers: { client_lang: 'zh_CN' },
      })
    ).result as Row[]
    expect(found.find(({ id }) => id === user.id)).toMatchObject({
      orgCode: depart.name,
      orgCodeTxt: depart.name,
    })
  })
})

describe('an agent', () => {
  test('not set is no entity, and one that is set is found', async () => {
    const admin = await world().as('tenantAdmin')
    const [user, agent] = [await someone(), await someone()]
    const ask = () =>
      admin.raw('GET', '/sys/sysUserAgent/queryByUserName', {
        query: { userName: user.username },
        headers: { client_lang: 'zh_CN' },
      })
    expect(await ask()).toMatchObject({
      status: 200,
      success: false,
      message: '未找到对应实体',
      result: null,
    })
    await admin.post('/sys/sysUserAgent/add', {
      userName: user.username,
      agentUserName: agent.username,
    })
    expect(await ask()).toMatchObject({
      success: true,
      result: { agentUserName: agent.username },
    })
  })
})
