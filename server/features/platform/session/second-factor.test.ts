import * as fc from 'fast-check'
import { generateSecret, generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { useWorld, type Answer } from '../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  client,
  expireReauthentication,
  createUser,
  signIn,
  anonymousCaller,
  type TestUser,
} from './users.fixture.ts'
import { stepOf } from './second-factor.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const now = () => Math.floor(Date.now() / 1000)
/** The code of a step, seen from now. */
const code = (secret: string, steps = 0) => generateSync({ secret, epoch: now() + steps * 30 })

/** A user with an authenticator; the code of the step before now is spent on it. */
async function enrolled(): Promise<{
  user: TestUser
  secret: string
  codes: string[]
  mine: Awaited<ReturnType<typeof client>>
}> {
  const user = await createUser(world())
  const mine = await client(world(), user)
  const { secret } = (await mine.post('/sys/account/totp/begin')).result as { secret: string }
  const { codes } = (await mine.post('/sys/account/totp/confirm', { code: code(secret, -1) }))
    .result as { codes: string[] }
  return { user, secret, codes, mine }
}

describe('a second factor', () => {
  test('is in force once its first code was right; the secret lies sealed', async () => {
    const user = await createUser(world())
    const mine = await client(world(), user)
    const begun = (await mine.post('/sys/account/totp/begin')).result as {
      secret: string
      uri: string
    }
    expect(begun.uri).toBe(
      `otpauth://totp/Parcelyard:${encodeURIComponent(user.username)}?secret=${begun.secret}&issuer=Parcelyard`,
    )
    const [stored] = await query<{ secret_enc: string }>(
      'select secret_enc from user_totp where user_id = $1',
      [user.id],
    )
    expect(stored!.secret_enc).toMatch(/^v1\./)
    expect(stored!.secret_enc).not.toContain(begun.secret)
    expect((await signIn(world(), user)).success, 'not yet').toBe(true)
    expect((await mine.post('/sys/account/totp/confirm', { code: '000000' })).error).toBe(
      'session.totpWrong',
    )
    const { codes } = (await mine.post('/sys/account/totp/confirm', { code: code(begun.secret) }))
      .result as { codes: string[] }
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) expect(one).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    expect((await mine.get('/sys/account/security')).result).toMatchObject({
      totp: { on: true, codesLeft: 10 },
    })
    expect((await mine.post('/sys/account/totp/begin')).error).toBe('account.totpOn')
    const logs = await query(
      'select diff::text from data_log where table_name = $1 and row_id = $2',
      ['user_totp', user.id],
    )
    expect(JSON.stringify(logs)).not.toContain(begun.secret)
  })

  test('is asked for after the password, and each code opens once', async () => {
    const { user, secret } = await enrolled()
    expect(await signIn(world(), user)).toMatchObject({
      status: 200,
      success: false,
      code: 422,
      error: 'session.totpRequired',
      result: null,
    })
    expect(
      (await signIn(world(), { ...user, password: 'wrong' }, { totp: code(secret) })).error,
    ).toBe('session.wrongPassword')
    const right = code(secret)
    expect((await signIn(world(), user, { totp: right })).success).toBe(true)
    expect((await signIn(world(), user, { totp: right })).error, 'again').toBe('session.totpWrong')
    expect((await signIn(world(), user, { totp: code(secret, -1) })).error, 'an older one').toBe(
      'session.totpWrong',
    )
    expect(
      (
        await anonymousCaller(world()).post('/sys/mLogin', {
          username: user.username,
          password: user.password,
        })
      ).error,
    ).toBe('session.totpRequired')
    expect(
      (
        await anonymousCaller(world()).post('/sys/mLogin', {
          username: user.username,
          password: user.password,
          totp: code(secret, 1),
        })
      ).success,
    ).toBe(true)
  })

  test('code opens for one of several who send it at the same moment', async () => {
    const { user, secret } = await enrolled()
    const totp = code(secret)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => signIn(world(), user, { totp })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  test('gives five tries in a quarter of an hour, those at the same moment included', async () => {
    const { user, secret } = await enrolled()
    const answers: Answer[] = []
    // More than three strangers at a time would be asked for a captcha.
    for (let round = 0; round < 4; round++)
      answers.push(
        ...(await Promise.all([1, 2].map(() => signIn(world(), user, { totp: '000000' })))),
      )
    expect(answers.filter(({ error }) => error === 'session.totpWrong')).toHaveLength(5)
    const throttled = answers.filter(({ status }) => status === 429)
    expect(throttled).toHaveLength(3)
    expect(Number(throttled[0]!.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(
      (await signIn(world(), user, { totp: code(secret) })).status,
      'the right one as well',
    ).toBe(429)
    await query(
      `update login_failure set first_at = now() - interval '16 minutes' where key = $1`,
      [`totp:${user.id}`],
    )
    expect((await signIn(world(), user, { totp: code(secret) })).success).toBe(true)
  })

  test('has recovery codes, each for one use; new ones make the old worthless', async () => {
    const { user, codes, mine } = await enrolled()
    expect(
      (await signIn(world(), user, { totp: codes[0]!.toLowerCase().replaceAll('-', ' ') })).success,
    ).toBe(true)
    expect((await signIn(world(), user, { totp: codes[0] })).error).toBe('session.totpWrong')
    expect((await mine.get('/sys/account/security')).result).toMatchObject({
      totp: { codesLeft: 9 },
    })
    expect(
      JSON.stringify(
        await query('select code_hash from user_recovery_code where user_id = $1', [user.id]),
      ),
    ).not.toContain(codes[1])
    const fresh = (await mine.post('/sys/account/totp/codes')).result as { codes: string[] }
    expect((await signIn(world(), user, { totp: codes[1] })).error).toBe('session.totpWrong')
    expect((await signIn(world(), user, { totp: fresh.codes[0] })).success).toBe(true)
    await expireReauthentication(world(), user)
    expect((await mine.post('/sys/account/totp/codes')).error).toBe('session.stepUp')
  })

  test('ends only with the password and a code', async () => {
    const { user, secret, mine } = await enrolled()
    mine.lang = 'zh_CN'
    expect((await mine.post('/sys/account/totp/end', {})).message).toBe('请输入旧密码!')
    expect((await mine.post('/sys/account/totp/end', { password: 'wrong' })).message).toBe(
      '密码错误',
    )
    await expireReauthentication(world(), user)
    const { password } = user
    expect((await mine.post('/sys/account/totp/end', { password })).error).toBe(
      'session.totpRequired',
    )
    expect((await mine.post('/sys/account/totp/end', { password, totp: '000000' })).error).toBe(
      'session.totpWrong',
    )
    expect(
      (await mine.post('/sys/account/totp/end', { password, totp: code(secret) })).success,
    ).toBe(true)
    expect((await signIn(world(), user)).success).toBe(true)
    expect(await query('select 1 from user_recovery_code where user_id = $1', [user.id])).toEqual(
      [],
    )
    expect((await mine.post('/sys/account/totp/codes')).error).toBe('account.totpOff')
  })
})

describe('showing once more who one is', () => {
  const sensitive = (mine: Awaited<ReturnType<typeof client>>) =>
    mine.post('/sys/account/apiKey/add', { name: 'k', scopes: ['no:such:code'] })
  test('opens what asks for it for ten minutes, with password or code', async () => {
    const { user, secret, mine } = await enrolled()
    await expireReauthentication(world(), user)
    expect(await sensitive(mine)).toMatchObject({
      status: 200,
      success: false,
      error: 'session.stepUp',
    })
    mine.lang = 'zh_CN'
    // The password alone does not do where there is a second factor.
    expect((await mine.post('/sys/stepUp', { password: user.password })).error).toBe(
      'session.totpRequired',
    )
    expect((await mine.post('/sys/stepUp', { totp: '000000' })).message).toBe(
      '动态验证码错误或已使用',
    )
    expect((await mine.post('/sys/stepUp', {})).result).toMatchObject({
      issues: [{ path: 'password' }],
    })
    expect((await sensitive(mine)).error).toBe('session.stepUp')
    expect((await mine.post('/sys/stepUp', { totp: code(secret) })).success).toBe(true)
    expect((await sensitive(mine)).error).toBe('account.keyBeyond')
    const plain = await createUser(world())
    const other = await client(world(), plain)
    await expireReauthentication(world(), plain)
    other.lang = 'zh_CN'
    expect((await other.post('/sys/stepUp', { password: 'wrong' })).message).toBe('密码错误')
    expect((await other.post('/sys/stepUp', { password: plain.password })).success).toBe(true)
    expect((await sensitive(other)).error).toBe('account.keyBeyond')
  })
  test('counts for its own session only', async () => {
    const user = await createUser(world())
    const [one, two] = [await client(world(), user), await client(world(), user)]
    await expireReauthentication(world(), user)
    await one.post('/sys/stepUp', { password: user.password })
    expect((await sensitive(two)).error).toBe('session.stepUp')
  })
  test('is held back as signing in is', async () => {
    const user = await createUser(world())
    const mine = await client(world(), user)
    for (let turn = 0; turn < 5; turn++) await mine.post('/sys/stepUp', { password: 'wrong' })
    expect((await mine.post('/sys/stepUp', { password: user.password })).status).toBe(429)
  })
})

test('a code belongs to its own step and its neighbours, and to none that was used', () => {
  const secret = generateSecret({ length: 20 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }),
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: -4, max: 4 }),
      (epoch, steps, used) => {
        const at = Math.floor(epoch / 30)
        const token = generateSync({ secret, epoch: epoch + steps * 30 })
        const last = at + used
        const found = stepOf(secret, token, last, epoch)
        // Six digits may be the same for two steps: what is answered must at least be a step in the
        // window, and a later one.
        if (found !== null) expect([Math.abs(found - at) <= 1, found > last]).toEqual([true, true])
        if (Math.abs(steps) <= 1 && at + steps > last) expect(found).not.toBeNull()
      },
    ),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), (text) => {
      if (!/^\d{6}$/.test(text)) expect(stepOf(secret, text, 0)).toBeNull()
    }),
  )
})
