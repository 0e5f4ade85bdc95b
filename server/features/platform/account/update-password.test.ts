import { expect, test } from 'vitest'
import type { Lang } from '#contracts/kit/envelope.ts'
import { useWorld } from '../../../../test/harness.ts'
import { BEHIND_PROXY, client, createUser, signIn } from '../session/users.fixture.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const NEW = 'Yr8&riverbank'

test.each<[Lang, Record<string, string>]>([
  [
    'zh_CN',
    {
      missing: '用户不存在！',
      oldMissing: '请输入旧密码!',
      oldWrong: '旧密码输入错误!',
      empty: '新密码不允许为空!',
      confirm: '请确认新密码!',
      differs: '两次输入密码不一致!',
      same: '新密码不能与旧密码相同',
      rule: '密码由8位数字、大小写字母和特殊符号组成!',
      common: '该密码过于常见，请换一个',
      personal: '密码中不能包含账号、姓名、邮箱、公司或产品名称',
      tooLong: '密码不能超过128个字符',
      done: '密码重置成功!',
    },
  ],
  [
    'en_US',
    {
      missing: 'This user does not exist.',
      oldMissing: 'Please enter your current password.',
      oldWrong: 'The current password is wrong.',
      empty: 'The new password must not be empty.',
      confirm: 'Please enter the new password again.',
      differs: 'The two new passwords do not match.',
      same: 'The new password must differ from the current one.',
      rule: 'A password has 8 or more characters with a digit, lower and upper case letters and a special character.',
      common: 'This password is too common. Please choose another.',
      personal:
        "A password must not contain your user name, name, e-mail, company or the product's name.",
      tooLong: 'A password has at most 128 characters.',
      done: 'Password changed.',
    },
  ],
])('every refusal has its words: %s', async (lang, words) => {
  const user = await createUser(world())
  const mine = await client(world(), user)
  mine.lang = lang
  const message = async (body: Record<string, unknown>, method: 'PUT' | 'POST' = 'PUT') => {
    const answer = await mine.raw(method, '/sys/user/updatePassword', {
      body: {
        username: user.username,
        oldpassword: user.password,
        password: NEW,
        confirmpassword: NEW,
        ...body,
      },
    })
    expect([answer.status, answer.success], answer.message).toEqual([
      200,
      answer.message === words.done,
    ])
    return answer.message
  }
  const both = (password: string) => ({ password, confirmpassword: password })
  expect(await message({ username: 'somebody-else' })).toBe(words.missing)
  expect(await message({ username: world().username('manager') })).toBe(words.missing)
  expect(await message({ oldpassword: '' })).toBe(words.oldMissing)
  expect(await message({ oldpassword: undefined })).toBe(words.oldMissing)
  expect(await message({ oldpassword: 'wrong' }, 'POST')).toBe(words.oldWrong)
  expect(await message(both(''))).toBe(words.empty)
  expect(await message({ confirmpassword: '' })).toBe(words.confirm)
  expect(await message({ confirmpassword: `${NEW}x` })).toBe(words.differs)
  expect(await message(both(user.password))).toBe(words.same)
  expect(await message(both('Yr8&riv'))).toBe(words.rule)
  expect(await message(both('yr8&riverbank'))).toBe(words.rule)
  expect(await message(both('Passw0rd!'))).toBe(words.common)
  expect(await message(both(`Yr8&${user.username}`))).toBe(words.personal)
  expect(await message(both('Somebody#77'))).toBe(words.personal)
  expect(await message(both(`Yr8&${'x'.repeat(130)}`))).toBe(words.tooLong)
  expect((await mine.put('/sys/user/updatePassword', { oldpassword: { length: 3 } })).code).toBe(
    400,
  )
  expect(await message({}, lang === 'zh_CN' ? 'PUT' : 'POST')).toBe(words.done)
  expect((await signIn(world(), user)).success).toBe(false)
  expect((await signIn(world(), { ...user, password: NEW })).success).toBe(true)
})

test('an empty name means the caller; the letter as typed on another keyboard is the same', async () => {
  const user = await createUser(world())
  const mine = await client(world(), user)
  expect(
    (
      await mine.put('/sys/user/updatePassword', {
        username: '',
        oldpassword: user.password,
        password: 'Ｙr8&riverbänk',
        confirmpassword: 'Ｙr8&riverbänk',
      })
    ).success,
  ).toBe(true)
  expect((await signIn(world(), { ...user, password: 'Yr8&riverbänk' })).success).toBe(true)
})

test('all other sessions end at once, the one that did it stays; the hash is at the floor', async () => {
  const user = await createUser(world())
  const [one, two, three] = [
    await client(world(), user),
    await client(world(), user),
    await client(world(), user),
  ]
  for (const each of [one, two, three])
    expect((await each.get('/sys/account/profile')).status).toBe(200)
  expect(
    (
      await one.put('/sys/user/updatePassword', {
        username: user.username,
        oldpassword: user.password,
        password: NEW,
        confirmpassword: NEW,
      })
    ).success,
  ).toBe(true)
  expect([
    (await one.get('/sys/account/profile')).status,
    (await two.get('/sys/account/profile')).status,
    (await three.get('/sys/account/profile')).status,
  ]).toEqual([200, 401, 401])
  const [row] = await query<{ hash: string; fresh: boolean }>(
    `select password_hash as hash, password_at > now() - interval '1 minute' as fresh from sys_user
      where id = $1`,
    [user.id],
  )
  expect([
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(row!.hash)?.slice(1).map(Number),
    row!.fresh,
  ]).toEqual([[19_456, 2, 1], true])
  const [log] = await query<{ diff: object }>(
    `select diff from data_log where table_name = 'sys_user' and row_id = $1 order by id desc
      limit 1`,
    [user.id],
  )
  expect(log!.diff).toEqual({ password: ['***', '***'] })
})

test('a wrong present password is held back as a sign-in is, and keys of repetition keep nothing', async () => {
  const user = await createUser(world())
  const mine = await client(world(), user)
  const put = (oldpassword: string, key: string) =>
    mine.raw('PUT', '/sys/user/updatePassword', {
      body: { oldpassword, password: NEW, confirmpassword: NEW },
      headers: { 'Idempotency-Key': key },
    })
  for (let turn = 0; turn < 5; turn++)
    expect((await put('wrong', `turn-number-${turn}`)).error).toBe('account.oldWrong')
  expect((await put(user.password, 'turn-number-9')).status).toBe(429)
  expect(await query(`select 1 from idempotency where route like '%updatePassword'`, [])).toEqual(
    [],
  )
})

test('a tenant may ask for length instead of classes', async () => {
  const admin = await world().as('tenantAdmin')
  const manager = await world().as('manager')
  expect((await manager.put('/sys/account/passwordRule/edit', { mode: 'nist' })).status).toBe(403)
  expect((await admin.put('/sys/account/passwordRule/edit', { mode: 'none' })).code).toBe(400)
  expect((await admin.put('/sys/account/passwordRule/edit', { mode: 'nist' })).result).toEqual({
    mode: 'nist',
  })
  const user = await createUser(world())
  const mine = await client(world(), user)
  mine.lang = 'zh_CN'
  const put = (password: string) =>
    mine.put('/sys/user/updatePassword', {
      oldpassword: user.password,
      password,
      confirmpassword: password,
    })
  expect((await mine.get('/sys/account/security')).result).toMatchObject({ mode: 'nist' })
  expect((await put('Yr8&riverbank')).message).toBe('密码至少15个字符')
  expect((await put('passwordpassword1')).message).toBe('该密码过于常见，请换一个')
  expect((await put('correct horse battery')).success).toBe(true)
  // The other tenant keeps its own rule.
  expect(
    (await (await world().otherTenantUser()).get('/sys/account/security')).result,
  ).toMatchObject({
    mode: 'seed',
  })
  await query(
    `update sys_session set proved_at = null
      where user_id = (select id from sys_user where username = $1)`,
    [world().username('tenantAdmin')],
  )
  expect((await admin.post('/sys/account/passwordRule/edit', { mode: 'seed' })).error).toBe(
    'session.stepUp',
  )
  await query('delete from tenant_setting where tenant_id = $1', [world().tenantId])
})

test('the user is notified: at the bell, and by mail where there is an address', async () => {
  const user = await createUser(world(), { email: `a${Date.now()}@example.com` })
  const mine = await client(world(), user)
  await mine.put('/sys/user/updatePassword', {
    oldpassword: user.password,
    password: NEW,
    confirmpassword: NEW,
  })
  const reported = async () => ({
    mails: (
      await query(
        `select 1 from sys_message where es_receiver = (select email from sys_user where id = $1)`,
        [user.id],
      )
    ).length,
    bells: (await query(`select 1 from sys_announcement_send where user_id = $1`, [user.id]))
      .length,
  })
  await expect.poll(reported, { timeout: 90_000 }).toEqual({ mails: 1, bells: 1 })
})
