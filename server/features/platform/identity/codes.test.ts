import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Lang } from '#contracts/kit/envelope.ts'
import { useWorld, type World } from '../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  client,
  createUser,
  signIn,
  anonymousCaller,
  type TestUser,
} from '../session/users.fixture.ts'
import { codeFor, ageCodes, newPhone } from './codes.fixture.ts'

const open = useWorld(BEHIND_PROXY)
let world: World
beforeAll(() => {
  world = open()
})
const call = (path: string, body: Record<string, unknown>, lang: Lang = 'zh_CN') =>
  Object.assign(anonymousCaller(world), { lang }).post(path, body)
const send = (mobile: string, smsmode = '0', more = {}) =>
  call('/sys/sms', { mobile, smsmode, ...more })
const someUser = async (more: Parameters<typeof createUser>[1] = {}) => {
  const phone = newPhone()
  return { ...(await createUser(world, { role: 'manager', phone, ...more })), phone }
}
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('signing in with a phone and a code', () => {
  test('opens a session, once', async () => {
    const user = await someUser()
    expect(await send(user.phone)).toMatchObject({
      success: true,
      result: null,
      message: '验证码已发送',
    })
    const code = await codeFor(world, user.phone)
    const answer = await call('/sys/phoneLogin', {
      mobile: user.phone,
      captcha: code,
      remember_me: true,
    })
    expect(answer).toMatchObject({
      success: true,
      code: 200,
      result: { userInfo: { id: user.id }, multi_depart: expect.any(Number) as number },
    })
    expect(await call('/sys/phoneLogin', { mobile: user.phone, captcha: code })).toMatchObject({
      success: false,
      error: 'code.wrong',
      message: '手机验证码错误',
    })
    const way = await world.db.pool.query(`select way from sys_session where user_id = $1`, [
      user.id,
    ])
    expect(way.rows).toEqual([{ way: 'phone' }])
  })

  test('the code comes by mail where a mail address was typed, and its words are nowhere in plain text', async () => {
    const email = `mail${Date.now()}@example.com`
    await someUser({ email })
    await send(email.toUpperCase())
    const code = await codeFor(world, email)
    const stored = await world.db.pool.query(
      `select row_to_json(m)::text as t from sys_message m where es_receiver = $1
        union all select row_to_json(c)::text from identity_code c where receiver = $1`,
      [email],
    )
    expect(stored.rowCount).toBe(2)
    expect(JSON.stringify(stored.rows)).not.toContain(code)
    expect((await call('/sys/phoneLogin', { mobile: email, captcha: code })).success).toBe(true)
  })

  test('five tries and no more, also all at once', async () => {
    const user = await someUser()
    await send(user.phone)
    const code = await codeFor(world, user.phone)
    const tries = await Promise.all(
      Array.from({ length: 6 }, () =>
        call('/sys/phoneLogin', { mobile: user.phone, captcha: wrong(code) }),
      ),
    )
    expect(tries.every(({ success }) => !success)).toBe(true)
    await world.db.pool.query(`delete from login_failure where key like $1`, [
      `u:code:${user.phone}%`,
    ])
    expect((await call('/sys/phoneLogin', { mobile: user.phone, captcha: code })).error).toBe(
      'code.wrong',
    )
  })

  test('one right code at the same moment opens one session', async () => {
    const user = await someUser()
    await send(user.phone)
    const code = await codeFor(world, user.phone)
    const both = await Promise.all(
      [1, 2, 3].map(() => call('/sys/phoneLogin', { mobile: user.phone, captcha: code })),
    )
    expect(both.filter(({ success }) => success)).toHaveLength(1)
  })

  test('a code is for one number, one purpose, and ten minutes', async () => {
    const [user, other] = [await someUser(), await someUser()]
    await send(user.phone)
    const code = await codeFor(world, user.phone)
    expect((await call('/sys/phoneLogin', { mobile: other.phone, captcha: code })).error).toBe(
      'code.wrong',
    )
    expect(
      (await call('/sys/user/phoneVerification', { phone: user.phone, smscode: code })).error,
    ).toBe('code.wrong')
    await world.db.pool.query(
      `update identity_code set expires_at = now() - interval '1 second' where receiver = $1`,
      [user.phone],
    )
    expect((await call('/sys/phoneLogin', { mobile: user.phone, captcha: code })).error).toBe(
      'code.wrong',
    )
  })

  test('unknown, frozen and known people are answered alike', async () => {
    const [user, frozen, unknown] = [await someUser(), await someUser({ status: 2 }), newPhone()]
    const strip = ({ success, code, message, result }: Awaited<ReturnType<typeof send>>) => ({
      success,
      code,
      message,
      result,
    })
    const [a, b, c] = [
      strip(await send(user.phone)),
      strip(await send(frozen.phone)),
      strip(await send(unknown)),
    ]
    expect(b).toEqual(a)
    expect(c).toEqual(a)
    const sent = await world.db.pool.query(
      'select es_receiver from sys_message where es_receiver = any($1)',
      [[user.phone, frozen.phone, unknown]],
    )
    expect(sent.rows).toEqual([{ es_receiver: user.phone }])
    const again = [await send(user.phone), await send(unknown)].map(strip)
    expect(again[0]).toEqual(again[1])
    const tried = await Promise.all(
      [user.phone, frozen.phone, unknown].map(async (mobile) =>
        strip(await call('/sys/phoneLogin', { mobile, captcha: '000000' })),
      ),
    )
    expect(tried[1]).toEqual(tried[0])
    expect(tried[2]).toEqual(tried[0])
  })

  test('one a minute, five an hour', async () => {
    const { phone } = await someUser()
    expect((await send(phone)).success).toBe(true)
    expect(await send(phone)).toMatchObject({
      success: false,
      error: 'code.stillGood',
      message: '验证码10分钟内，仍然有效！',
    })
    for (let sent = 1; sent < 5; sent++) {
      await ageCodes(world, phone)
      expect((await send(phone)).success).toBe(true)
    }
    await ageCodes(world, phone)
    const last = await send(phone)
    expect(last).toMatchObject({ status: 429, error: 'code.tooMany' })
    expect(last.headers.get('retry-after')).toBe('3600')
  })

  test('nothing typed, or what is neither number nor address', async () => {
    expect((await send('')).message).toBe('手机号不允许为空！')
    expect((await send('hello')).error).toBe('code.badReceiver')
  })

  test('the second factor is asked for, and the code is not spent meanwhile', async () => {
    const user = await someUser()
    const own = await client(world, user)
    const { secret } = (await own.post('/sys/account/totp/begin')).result as { secret: string }
    const begun = await own.post('/sys/account/totp/confirm', { code: generateSync({ secret }) })
    const [recovery] = (begun.result as { codes: string[] }).codes
    await send(user.phone)
    const code = await codeFor(world, user.phone)
    expect((await call('/sys/phoneLogin', { mobile: user.phone, captcha: code })).error).toBe(
      'session.totpRequired',
    )
    expect(
      (await call('/sys/phoneLogin', { mobile: user.phone, captcha: code, totp: '000000' })).error,
    ).toBe('session.totpWrong')
    expect(
      (await call('/sys/phoneLogin', { mobile: user.phone, captcha: code, totp: recovery }))
        .success,
    ).toBe(true)
  })
})

describe('a forgotten password', () => {
  const STRONG = 'Wq8#lantern-hill'
  const start = async (typed: (user: TestUser & { phone: string }) => string) => {
    const user = await someUser()
    await send(typed(user), '2')
    return { user, phone: typed(user), smscode: await codeFor(world, user.phone) }
  }

  test('is replaced with the code; all sessions end, and the code is used up', async () => {
    const { user, phone, smscode } = await start((one) => one.username)
    const before = await client(world, user)
    const checked = await call('/sys/user/phoneVerification', { phone, smscode })
    expect(checked).toMatchObject({ success: true, result: { smscode, username: user.username } })
    expect(
      (
        await call('/sys/user/passwordChange', {
          username: user.username,
          phone,
          smscode,
          password: 'short',
        })
      ).error,
    ).toBe('password.rule')
    expect(
      await call('/sys/user/passwordChange', {
        username: user.username,
        phone,
        smscode,
        password: STRONG,
      }),
    ).toMatchObject({ success: true, message: '密码重置完成！' })
    expect((await before.get('/sys/user/getCurrentUserDeparts')).status).toBe(401)
    expect((await signIn(world, user)).success).toBe(false)
    expect((await signIn(world, { ...user, password: STRONG })).success).toBe(true)
    expect(
      (
        await call('/sys/user/passwordChange', {
          username: user.username,
          phone,
          smscode,
          password: `${STRONG}2`,
        })
      ).error,
    ).toBe('code.wrong')
  })

  test('cannot be replaced by another', async () => {
    const { user, phone, smscode } = await start((one) => one.phone)
    const other = await someUser()
    expect(
      (
        await call('/sys/user/passwordChange', {
          username: other.username,
          phone,
          smscode,
          password: STRONG,
        })
      ).error,
    ).toBe('code.wrong')
    expect(
      (
        await call('/sys/user/passwordChange', {
          username: user.username,
          phone: other.phone,
          smscode,
          password: STRONG,
        })
      ).error,
    ).toBe('code.wrong')
    expect(
      (
        await anonymousCaller(world).get('/sys/user/passwordChange', {
          username: user.username,
          phone,
          smscode,
          password: STRONG,
        })
      ).status,
    ).toBe(405)
    expect((await signIn(world, user)).success).toBe(true)
  })

  test('people’s numbers are not shown to strangers', async () => {
    const { user } = await start((one) => one.phone)
    expect(
      (await anonymousCaller(world).get('/sys/user/querySysUser', { username: user.username }))
        .status,
    ).toBe(401)
    expect(
      (
        await (
          await world.as('customer')
        ).get('/sys/user/querySysUser', { username: user.username })
      ).status,
    ).toBe(403)
    const admin = await world.as('tenantAdmin')
    expect((await admin.get('/sys/user/querySysUser', { username: user.username })).result).toEqual(
      {
        username: user.username,
        phone: user.phone,
      },
    )
    expect(
      (
        await (
          await world.otherTenantUser()
        ).get('/sys/user/querySysUser', { username: user.username })
      ).error,
    ).toBe('user.checkFailed')
  })
})
