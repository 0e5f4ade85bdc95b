import { beforeAll, describe, expect, test } from 'vitest'
import { genericLists } from '#contracts/platform/lists/generic-lists.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()

let admin: Client

let stranger: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  stranger = await world().otherTenantUser()
})

const INJECTIONS = [
  "' or '1'='1",
  "'; drop table sys_user;--",
  '" or ""="',
  '1 union select password_hash from sys_user',
  "x' and pg_sleep(3)--",
  '(select pg_sleep(3))',
  '%',
  '_',
  '\\',
  '\u0000',
  '${7*7}',
  '__proto__',
  'constructor',
  'sys_user;--',
  'concat(username,password_hash)',
  '../../etc/passwd',
  '%27%20or%201=1',
  'a'.repeat(60),
]

describe('the duplicate check', () => {
  const ask = (client: Client, query: object) =>
    client.raw('GET', '/sys/duplicate/check', {
      query: query as Record<string, string>,
      headers: { client_lang: 'zh_CN' },
    })
  test('answers for the pairs the house knows', async () => {
    const taken = {
      tableName: 'sys_user',
      fieldName: 'username',
      fieldVal: world().username('manager'),
    }
    expect(await ask(admin, taken)).toMatchObject({
      success: false,
      message: '该值不可用，系统中已存在！',
    })
    expect(await ask(admin, { ...taken, fieldVal: 'nobody-has-this' })).toMatchObject({
      success: true,
      code: 200,
      message: '该值可用！',
    })
    const [{ id }] = (
      await world().db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
        taken.fieldVal,
      ])
    ).rows as [{ id: string }]
    expect((await ask(admin, { ...taken, dataId: id })).success).toBe(true)
    expect(
      (await ask(admin, { tableName: 'depot', fieldName: 'code', fieldVal: 'FRA1' })).success,
    ).toBe(false)
    expect(
      (await ask(admin, { tableName: 'sys_fill_rule', fieldName: 'rule_code', fieldVal: 'erp_no' }))
        .success,
    ).toBe(false)
    expect(
      (await ask(admin, { tableName: 'sys_dict', fieldName: 'dict_code', fieldVal: 'yn' })).success,
    ).toBe(false)
    await admin.post('/sys/position/add', { code: 'DUP1', name: 'x', postRank: '1' })
    expect(
      (await ask(admin, { tableName: 'sys_position', fieldName: 'code', fieldVal: 'DUP1' }))
        .success,
    ).toBe(false)
    expect(
      (await ask(stranger, { tableName: 'sys_position', fieldName: 'code', fieldVal: 'DUP1' }))
        .success,
    ).toBe(true)
    // A name of another tenant answers as free, to its customers as well.
    expect((await ask(stranger, taken)).success).toBe(true)
    const theirs = await world().elsewhere('manager')
    for (const client of [admin, await world().as('customer')])
      expect((await ask(client, { ...taken, fieldVal: theirs })).success).toBe(true)
    expect((await ask(await world().as('service'), taken)).status).toBe(403)
    expect(
      (
        await ask(await world().as('customer'), {
          tableName: 'depot',
          fieldName: 'code',
          fieldVal: 'FRA1',
        })
      ).status,
    ).toBe(403)
    expect((await ask(world().anonymous, taken)).status).toBe(401)
  })
  test('reports nothing on other values', async () => {
    const pairs = [
      ['sys_user', 'password_hash'],
      ['sys_user', 'id'],
      ['sys_session', 'token_hash'],
      ['pg_shadow', 'passwd'],
      ['customer', 'balance'],
      ['constructor', 'name'],
      ...INJECTIONS.flatMap((text) => [
        [text, 'username'],
        ['sys_user', text],
      ]),
    ]
    for (const [tableName, fieldName] of pairs) {
      const answer = await ask(admin, { tableName, fieldName, fieldVal: 'x' })
      expect(answer, `${tableName} ${fieldName}`).toMatchObject({
        status: 200,
        success: false,
        error: 'duplicate.unknown',
        message: '该值无法校验',
        requestId: expect.any(String),
      })
    }
    for (const text of INJECTIONS) {
      expect(
        (await ask(admin, { tableName: 'sys_user', fieldName: 'username', fieldVal: text })).status,
        text,
      ).toBe(200)
      expect(
        await ask(admin, {
          tableName: 'sys_user',
          fieldName: 'username',
          fieldVal: 'x',
          dataId: text,
        }),
        text,
      ).toMatchObject({ status: 200, success: false })
    }
  })
})

test('the family’s sample lists hold real rows under the right of the real list', async () => {
  const users = await admin.call(genericLists.user, { pageSize: '5' } as never)
  expect(users).toMatchObject({
    pageNo: 1,
    pageSize: 5,
    totalPage: Math.ceil(users.totalCount / 5),
  })
  expect(users.data).toHaveLength(5)
  const all = await admin.call(genericLists.user, { pageSize: '200' } as never)
  expect(all.data.every((row) => !row.username.endsWith('x'))).toBe(true)
  expect(
    (await admin.call(genericLists.role, {} as never)).data.some((row) => row.key === 'manager'),
  ).toBe(true)
  expect((await admin.call(genericLists.service, {} as never)).data[0]).toMatchObject({
    key: expect.any(String),
    no: expect.any(String),
    callNo: expect.any(Number),
    status: 1,
    editable: true,
  })
  expect((await admin.call(genericLists.permission, {} as never)).totalCount).toBe(
    (await admin.call(genericLists.permissionAll, {})).length,
  )
  expect(await admin.get('/api/user', { pageNo: "1' or 1=1" })).toMatchObject({
    status: 200,
    code: 400,
  })
  const weak = await world().as('nobodySpecial')
  for (const endpoint of Object.values(genericLists))
    expect((await weak.get(endpoint.path)).status).toBe(403)
})
