import { expect, test } from 'vitest'
import { Client, useWorld } from '../../../../../test/harness.ts'
import { BEHIND_PROXY, client, createUser, signIn } from '../users.fixture.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const away = async () =>
  (
    await query<{ id: string }>('select tenant_id as id from sys_user where username = $1', [
      await world().elsewhere('tenantAdmin'),
    ])
  )[0]!.id

test('one has the departments one belongs to, and chooses among them only', async () => {
  const user = await createUser(world(), { departs: ['A01', 'A02'] })
  await createUser(world(), { departs: ['B01'] })
  const mine = await client(world(), user)
  mine.lang = 'zh_CN'
  const list = (await mine.get('/sys/user/getCurrentUserDeparts')).result as {
    list: { orgCode: string }[]
    orgCode: string
  }
  expect([list.list.map(({ orgCode }) => orgCode), list.orgCode]).toEqual([['A01', 'A02'], 'A01'])
  expect(
    (await mine.put('/sys/selectDepart', { orgCode: 'A02', username: '' })).result,
  ).toMatchObject({ userInfo: { id: user.id, orgCode: 'A02' } })
  expect((await mine.get('/sys/user/getCurrentUserDeparts')).result).toMatchObject({
    orgCode: 'A02',
    list: [{ orgCode: 'A02' }, { orgCode: 'A01' }],
  })
  expect(
    (
      await mine.post('/sys/selectDepart', {
        orgCode: 'A01',
        username: user.username.toUpperCase(),
      })
    ).success,
  ).toBe(true)
  for (const orgCode of ['B01', 'nothing', "A01' or '1'='1"])
    expect((await mine.put('/sys/selectDepart', { orgCode })).message, orgCode).toBe(
      '您不属于该部门',
    )
  expect((await mine.put('/sys/selectDepart', { orgCode: '' })).result).toMatchObject({
    issues: [{ path: 'orgCode' }],
  })
  expect((await mine.put('/sys/selectDepart', { orgCode: { $ne: '' } })).code).toBe(400)
  mine.lang = 'en_US'
  expect((await mine.put('/sys/selectDepart', { orgCode: 'B01' })).message).toBe(
    'You do not belong to this department.',
  )
  // The next sign-in goes on where this one was.
  expect((await signIn(world(), user)).result).toMatchObject({
    multi_depart: 2,
    userInfo: { orgCode: 'A01' },
    departs: [{ orgCode: 'A01' }, { orgCode: 'A02' }],
  })
})

test('a name in the body does not act for another', async () => {
  const [one, two] = [
    await createUser(world(), { departs: ['A01'] }),
    await createUser(world(), { departs: ['A01'] }),
  ]
  const mine = await client(world(), one)
  const before = await query('select org_code from sys_session where user_id = $1', [two.id])
  for (const username of [two.username, 'nobody-at-all', `${one.username} `])
    expect(
      (await mine.put('/sys/selectDepart', { orgCode: 'A01', username })).status,
      username,
    ).toBe(403)
  expect(await query('select org_code from sys_session where user_id = $1', [two.id])).toEqual(
    before,
  )
})

test('a user without a department gets an empty list', async () => {
  const user = await createUser(world())
  expect((await signIn(world(), user)).result).toMatchObject({ multi_depart: 0, departs: [] })
  expect(
    (await (await client(world(), user)).get('/sys/user/getCurrentUserDeparts')).result,
  ).toEqual({ list: [], orgCode: null })
})

test('tenants are the caller’s own open ones, whatever ids are asked for', async () => {
  const other = await away()
  const user = await createUser(world(), { tenants: [other] })
  const mine = await client(world(), user)
  const ids = async (query?: object) =>
    (
      (await mine.get('/sys/tenant/queryList', query as Record<string, unknown>)).result as {
        id: string
      }[]
    ).map(({ id }) => id)
  expect(await ids()).toEqual([world().tenantId, other])
  expect(await ids({ ids: `${other},` })).toEqual([other])
  expect(await ids({ ids: '999998,999999' })).toEqual([])
  expect((await mine.get('/sys/tenant/queryList', { ids: '1) or (1=1' })).code).toBe(400)
  const plain = await client(world(), await createUser(world()))
  expect((await plain.get('/sys/tenant/queryList', { ids: other })).result).toEqual([])
  await query(`insert into user_setting (user_id, key, value) values ($1, 'signIn.goOn', 'true')`, [
    user.id,
  ])
  expect((await signIn(world(), user)).result).toMatchObject({ ask: false })
})

test('the session moves to another tenant with its department, and the next sign-in begins there', async () => {
  const other = await away()
  const user = await createUser(world(), { tenants: [other], departs: ['A01'] })
  await query(
    `insert into sys_depart (tenant_id, depart_name, org_code) values ($1, 'X09', 'X09')
      on conflict do nothing`,
    [other],
  )
  await query(
    `insert into sys_user_depart (tenant_id, user_id, depart_id) select $1, $2, id from sys_depart
      where tenant_id = $1 and org_code = $3`,
    [other, user.id, 'X09'],
  )
  const mine = await client(world(), user)
  expect((await mine.put('/sys/selectTenant', { tenantId: other })).result).toMatchObject({
    tenantId: other,
    multi_depart: 1,
    departs: [{ orgCode: 'X09' }],
    userInfo: { orgCode: 'X09' },
  })
  expect((await mine.get('/sys/user/getCurrentUserDeparts')).result).toMatchObject({
    orgCode: 'X09',
  })
  // The department of there is none of here.
  const here = new Client(mine.base, mine.token)
  here.tenant = world().tenantId
  expect((await here.get('/sys/user/getCurrentUserDeparts')).result).toMatchObject({
    orgCode: null,
    list: [{ orgCode: 'A01' }],
  })
  expect((await here.put('/sys/selectDepart', { orgCode: 'X09' })).success).toBe(false)
  expect((await signIn(world(), user)).result).toMatchObject({
    tenantId: other,
    userInfo: { relTenantIds: `${other},${world().tenantId}` },
  })
  const plain = await client(world(), await createUser(world()))
  for (const tenantId of [other, '999999'])
    expect((await plain.put('/sys/selectTenant', { tenantId })).status).toBe(403)
})
