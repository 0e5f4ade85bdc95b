import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Lang } from '#contracts/kit/envelope.ts'
import { useWorld, type Answer } from '../../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  captchaOf,
  client,
  createUser,
  signIn,
  anonymousCaller,
  type TestUser,
} from '../users.fixture.ts'
import { captchaPicture } from './captcha-picture.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
/** What a stranger can learn from an answer. */
const seen = ({ status, success, message, code, result, error }: Answer) =>
  JSON.stringify({ status, success, message, code, result, error })
const fail = async (username: string, times: number, path = '/sys/login') => {
  for (let turn = 0; turn < times; turn++)
    await anonymousCaller(world()).post(path, { username, password: 'wrong' })
}

describe('signing in', () => {
  test('answers what this family of clients reads, and keeps only the token’s hash', async () => {
    const user = await createUser(world(), { departs: ['A01'] })
    const answer = await signIn(world(), user)
    expect(answer).toMatchObject({
      code: 200,
      success: true,
      result: {
        multi_depart: 1,
        ask: true,
        tenantId: world().tenantId,
        departs: [{ orgCode: 'A01', departName: expect.any(String) }],
        printSet: null,
        userInfo: {
          id: user.id,
          username: user.username,
          orgCode: 'A01',
          relTenantIds: world().tenantId,
        },
      },
    })
    const { token, sysAllDictItems, userInfo } = answer.result as {
      token: string
      sysAllDictItems: object
      userInfo: object
    }
    expect(Buffer.from(token, 'base64url').length).toBe(32)
    expect(Object.keys(sysAllDictItems).length).toBeGreaterThan(10)
    expect(Object.keys(userInfo).filter((key) => /pass|hash|salt/i.test(key))).toEqual([])
    const [row] = await query<{ hash: Buffer; way: string; hours: number; proved: boolean }>(
      `select token_hash as hash, way,
          extract(epoch from expires_at - created_at)::int / 3600 as hours,
          proved_at is not null as proved from sys_session where user_id = $1`,
      [user.id],
    )
    expect(row).toEqual({
      hash: createHash('sha256').update(token).digest(),
      way: 'password',
      hours: 168,
      proved: true,
    })
    expect(
      JSON.stringify(await query('select * from sys_session where user_id = $1', [user.id])),
    ).not.toContain(token)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^parcelyard_socket=[\w-]{43}; Path=\/websocket; HttpOnly; SameSite=Strict; Max-Age=604800, parcelyard_socket=[\w-]{43}; Path=\/boot\/websocket; HttpOnly; SameSite=Strict; Max-Age=604800, parcelyard_files=[\w-]{43}; Path=\/boot\/sys\/common\/static\/imports; HttpOnly; SameSite=Strict; Max-Age=604800, parcelyard_device=[\w-]{43}; Path=\/boot; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    )
  })

  test('lasts a shift where the machine is not to remember', async () => {
    const user = await createUser(world())
    const answer = await signIn(world(), user, { remember_me: false })
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=43200')
    expect(
      await query(
        `select extract(epoch from expires_at - created_at)::int / 3600 as hours from sys_session
          where user_id = $1`,
        [user.id],
      ),
    ).toEqual([{ hours: 12 }])
  })

  test('of an app answers token and user, held back as the page is', async () => {
    const user = await createUser(world())
    const answer = await anonymousCaller(world()).post('/sys/mLogin', {
      username: user.username,
      password: user.password,
    })
    expect(Object.keys(answer.result as object).toSorted()).toEqual(['token', 'userInfo'])
    await fail(user.username, 3, '/sys/mLogin')
    expect(
      (
        await anonymousCaller(world()).post('/sys/mLogin', {
          username: user.username,
          password: user.password,
        })
      ).error,
    ).toBe('session.captchaRequired')
  })

  test('does not reveal whether an account is unknown, its password wrong or, without it, frozen', async () => {
    const [known, frozen] = [await createUser(world()), await createUser(world(), { status: 2 })]
    for (const lang of ['zh_CN', 'en_US'] as const) {
      const ask = (user: TestUser) => signIn(world(), user, {}, lang)
      const answers = [
        await ask({ ...known, password: 'wrong' }),
        await ask({ ...known, username: 'nobody-of-this-name' }),
        await ask({ ...frozen, password: 'wrong' }),
        await ask({ ...known, username: '用户' }),
      ]
      expect(new Set(answers.map(seen)).size).toBe(1)
      expect(answers[0]).toMatchObject({
        status: 200,
        success: false,
        code: 422,
        message: lang === 'zh_CN' ? '用户名或密码错误' : 'User name or password is wrong.',
      })
    }
    const lines = await query<{ outcome: string; username: string }>(
      `select outcome, username from op_log where log_type = 1 and username = any($1) order by id`,
      [[known.username, 'nobody-of-this-name']],
    )
    expect(lines.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  test('asks for a captcha after three failures, also when an idempotency key comes along', async () => {
    const user = await createUser(world())
    for (let turn = 0; turn < 3; turn++)
      await anonymousCaller(world()).post(
        '/sys/login',
        { username: user.username, password: 'wrong' },
        { 'Idempotency-Key': `again-and-again-${turn}` },
      )
    expect((await signIn(world(), user)).error).toBe('session.captchaRequired')
    expect((await signIn(world(), user, { captcha: 'zzzz', checkKey: 17 })).error).toBe(
      'session.captchaWrong',
    )
    const key = `1${user.id}`
    expect(
      (
        await signIn(
          world(),
          { ...user, password: 'wrong' },
          { captcha: await captchaOf(world(), key), checkKey: Number(key) },
        )
      ).error,
    ).toBe('session.wrongPassword')
    const right = await signIn(world(), user, {
      captcha: await captchaOf(world(), key),
      checkKey: key,
    })
    expect(right.success).toBe(true)
  })

  test('waits after five failures from one address, and forgets them when it succeeds', async () => {
    const user = await createUser(world())
    const caller = anonymousCaller(world())
    const key = `1${user.id}`
    const attempt = async (password: string) =>
      caller.post('/sys/login', {
        username: user.username,
        password,
        captcha: await captchaOf(world(), key),
        checkKey: key,
      })
    for (let turn = 0; turn < 5; turn++)
      expect(await attempt('wrong')).toMatchObject({
        error: 'session.wrongPassword',
        result: { left: 4 - turn },
      })
    expect(
      await caller.post('/sys/login', { username: `nobody-${user.id}`, password: 'x' }),
      'a name without an account is answered alike',
    ).toMatchObject({ error: 'session.wrongPassword', result: { left: 4 } })
    const counts = () =>
      query<{ key: string; count: number }>(
        `select split_part(key, ':', 1) as key, count from login_failure where key like '%' || $1
          order by 1`,
        [user.username],
      )
    expect(await counts()).toEqual([
      { key: 'a', count: 5 },
      { key: 'u', count: 5 },
    ])
    const sixth = await attempt(user.password)
    expect([sixth.status, sixth.error, Number(sixth.headers.get('retry-after'))]).toEqual([
      429,
      'session.tooManyTries',
      1,
    ])
    await query(
      `update login_failure set last_at = now() - interval '2 seconds' where key like 'a:%' || $1`,
      [user.username],
    )
    expect((await attempt(user.password)).success).toBe(true)
    expect(await counts()).toEqual([{ key: 'u', count: 0 }])
  })

  test('keeps no answer with a token for a repetition', async () => {
    const user = await createUser(world())
    const again = () =>
      anonymousCaller(world()).post(
        '/sys/login',
        { username: user.username, password: user.password },
        { 'Idempotency-Key': 'the-same-key-twice' },
      )
    const [one, two] = [await again(), await again()]
    const tokens = [one, two].map(({ result }) => (result as { token: string }).token)
    expect(tokens[0]).not.toBe(tokens[1])
    // Other suites keep answers of their own in the same table.
    for (const token of tokens)
      expect(
        await query(
          `select 1 from idempotency where route like '%/sys/login' or body like '%' || $1 || '%'`,
          [token],
        ),
      ).toEqual([])
  })

  test('leaves ten sessions: one more ends the oldest', async () => {
    const user = await createUser(world())
    const first = await client(world(), user)
    for (let turn = 0; turn < 9; turn++) await signIn(world(), user)
    expect((await first.get('/sys/account/profile')).status).toBe(200)
    await signIn(world(), user)
    expect(
      await query('select count(*)::int as n from sys_session where user_id = $1', [user.id]),
    ).toEqual([{ n: 10 }])
    expect((await first.get('/sys/account/profile')).status).toBe(401)
  })

  test('needs a tenant that is open today, and reports it to those who know the password', async () => {
    const closed = (
      await query<{ id: string }>(
        `insert into tenant (code, name, end_date) values ($1, 'Closed', current_date - 1)
          returning id`,
        [`closed-${world().tenantId}`],
      )
    )[0]!.id
    const user = await createUser(world(), { tenantId: closed })
    expect((await signIn(world(), { ...user, password: 'wrong' })).error).toBe(
      'session.wrongPassword',
    )
    expect((await signIn(world(), user)).error).toBe('session.tenantClosed')
    const guest = await createUser(world(), { tenantId: closed, tenants: [world().tenantId] })
    expect((await signIn(world(), guest)).result).toMatchObject({
      tenantId: world().tenantId,
      userInfo: { relTenantIds: world().tenantId },
    })
    await query(`update tenant set end_date = current_date where id = $1`, [closed])
    expect((await signIn(world(), user)).success).toBe(true)
    const inside = await client(world(), user)
    await query(`update tenant set status = 0 where id = $1`, [closed])
    expect((await inside.get('/sys/account/profile')).status).toBe(403)
  })

  test('hashes at the floor at least, and again where a hash is cheaper', async () => {
    const user = await createUser(world())
    const stored = async () =>
      (
        await query<{ hash: string }>('select password_hash as hash from sys_user where id = $1', [
          user.id,
        ])
      )[0]!.hash
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await query('update sys_user set password_hash = $1 where id = $2', [
      await hash(user.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 }),
      user.id,
    ])
    expect((await signIn(world(), user)).success).toBe(true)
    expect(await stored()).toMatch(/m=19456,t=2,p=1/)
    await query('update sys_user set password_hash = $1 where id = $2', ['none', user.id])
    expect((await signIn(world(), user)).error).toBe('session.wrongPassword')
  })

  test('out again ends the session at once', async () => {
    const mine = await client(world(), await createUser(world()))
    expect((await mine.get('/sys/account/profile')).status).toBe(200)
    mine.lang = 'zh_CN'
    expect((await mine.post('/sys/logout')).message).toBe('退出登录成功！')
    expect((await mine.get('/sys/account/profile')).status).toBe(401)
  })
})

describe('a captcha', () => {
  const ask = (captcha: unknown, checkKey: unknown, lang: Lang = 'zh_CN') =>
    Object.assign(anonymousCaller(world()), { lang }).post('/sys/checkCaptcha', {
      captcha,
      checkKey,
    })
  test('can be tried before it is sent, and stays good for the sign-in', async () => {
    const key = '4242424242'
    const answer = await captchaOf(world(), key)
    expect((await ask(null, key)).message).toBe('验证码无效')
    expect((await ask('zzzz', key)).message).toBe('验证码错误')
    expect((await ask(answer, Number(key))).success).toBe(true)
    expect((await ask(answer, key)).success).toBe(true)
    expect((await ask(answer, key)).message, 'three tries').toBe('验证码错误')
    expect([
      (await ask(undefined, undefined, 'en_US')).message,
      (await ask('x', '1', 'en_US')).message,
    ]).toEqual(['The captcha is not valid.', 'The characters do not match the image.'])
  })
  test('is pixels, drawn again each time, and takes none away from others who use the same key', async () => {
    const key = `17${world().tenantId}`
    const answer = await captchaOf(world(), key)
    const pictures = new Set<string>()
    for (let turn = 0; turn < 5; turn++) {
      const { result } = await anonymousCaller(world()).get(`/sys/randomImage/${key}`)
      const [head = '', bytes = ''] = String(result).split(',')
      expect(head).toBe('data:image/png;base64')
      const picture = Buffer.from(bytes, 'base64')
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      pictures.add(bytes)
    }
    expect(pictures.size).toBe(5)
    expect((await ask(answer, key)).success).toBe(true)
  })
  test('of the same signs has no pixel in common with another but by chance', () => {
    const [one, other] = [captchaPicture('A2X9'), captchaPicture('A2X9')].map((picture) =>
      inflateSync(picture.subarray(picture.indexOf('IDAT') + 4, picture.indexOf('IEND') - 8)),
    )
    let same = 0
    for (const [at, level] of one!.entries()) if (at % 121 !== 0 && level === other![at]) same++
    expect(one!.length).toBe(121 * 40)
    expect(same).toBeLessThan(one!.length / 4)
  })
})

test('no key for a browser’s own encryption is handed out', async () => {
  expect((await anonymousCaller(world()).get('/sys/getEncryptedString')).status).toBe(404)
})
