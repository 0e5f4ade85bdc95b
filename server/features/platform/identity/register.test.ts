import { beforeAll, describe, expect, test } from 'vitest'
import { registrationList, registrations } from '#contracts/platform/session/identity.ts'
import { useWorld, type Answer, type World } from '../../../../test/harness.ts'
import { BEHIND_PROXY, createUser, signIn, anonymousCaller } from '../session/users.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { forgetRefused } from './forget-refused.ts'
import { codeFor, newPhone } from './codes.fixture.ts'

const open = useWorld(BEHIND_PROXY)
let world: World
let tenant = ''
beforeAll(async () => {
  world = open()
  tenant = (
    await world.db.pool.query<{ code: string }>('select code from tenant where id = $1', [
      world.tenantId,
    ])
  ).rows[0]!.code
})
const PASSWORD = 'Wq8#lantern-hill'
let made = 0
const mode = async (to: 'off' | 'pending' | 'active') => {
  await (await world.as('tenantAdmin')).call(registrations.saveMode, { mode: to })
}
const post = (path: string, body: Record<string, unknown>) =>
  Object.assign(anonymousCaller(world), { lang: 'zh_CN' as const }).post(path, body)
const draft = (more: Record<string, unknown> = {}) => ({
  username: `reg${++made}x${world.tenantId}`,
  password: PASSWORD,
  phone: newPhone(),
  email: `reg${made}x${world.tenantId}@example.com`,
  company: 'Lantern Ltd',
  realname: 'Li Na',
  tenant,
  ...more,
})
async function apply(application = draft(), code?: string): Promise<Answer> {
  if (code === undefined)
    expect(
      await post('/sys/sms', { mobile: application.phone, smsmode: '1', tenant }),
    ).toMatchObject({
      success: true,
    })
  return await post('/sys/user/register', {
    ...application,
    smscode: code ?? (await codeFor(world, application.phone)),
  })
}
const row = async (username: string) =>
  (await (await world.as('tenantAdmin')).call(registrationList.endpoints.list, { username }))
    .records[0]! as { id: string; version: number; state: string }

describe('registering', () => {
  test('is closed until the tenant opens it', async () => {
    expect(await post('/sys/sms', { mobile: newPhone(), smsmode: '1', tenant })).toMatchObject({
      error: 'register.off',
    })
    expect(await apply(draft(), '123456')).toMatchObject({ error: 'register.off' })
    expect((await anonymousCaller(world).get('/sys/signIn/options', { tenant })).result).toEqual({
      registration: false,
      company: null,
      passwordMode: 'seed',
      third: [],
      codes: { account: { sms: false, email: false }, registration: { sms: false, email: false } },
    })
    expect(
      (await (await world.as('manager')).put('/sys/registration/mode/edit', { mode: 'active' }))
        .status,
    ).toBe(403)
  })

  test('names the company and takes a phone with its country', async () => {
    await mode('pending')
    const { result } = await anonymousCaller(world).get('/sys/signIn/options', { tenant })
    const { rows } = await world.db.pool.query('select name from tenant where id = $1', [
      world.tenantId,
    ])
    expect(result).toMatchObject({ registration: true, company: rows[0].name })
    const phone = `0151${newPhone().slice(-9)}`
    expect(await apply(draft({ phone }))).toMatchObject({
      success: false,
      result: { issues: [{ path: 'phone', message: '请填写国家区号，例如 +49 1512 3456789。' }] },
    })
    await mode('off')
  })

  test('waits for a yes; then a customer and its user are there', async () => {
    await mode('pending')
    const application = draft()
    const answer = await apply(application)
    expect(answer).toMatchObject({
      success: true,
      message: '注册成功',
      result: { state: 'pending', receipt: expect.any(String) as string },
    })
    // The applicant learns that it waits; who has another password learns nothing of it.
    expect((await signIn(world, application as never)).error).toBe('session.waiting')
    const stored = await row(application.username)
    expect(stored.state).toBe('pending')
    expect(JSON.stringify(stored)).not.toMatch(/argon2|hash/i)
    expect(
      (await (await world.as('manager')).post('/sys/registration/approve', stored)).status,
    ).toBe(403)
    expect(
      (await (await world.otherTenantUser()).post('/sys/registration/approve', stored)).status,
    ).toBe(404)
    const admin = await world.as('tenantAdmin')
    const { customerId } = await admin.call(registrations.approve, {
      id: stored.id,
      version: stored.version,
    })
    expect(await signIn(world, application as never)).toMatchObject({
      success: true,
      result: { userInfo: { customerId } },
    })
    expect(
      (
        await admin.post('/sys/registration/approve', {
          id: stored.id,
          version: stored.version + 1,
        })
      ).error,
    ).toBe('register.decided')
    const mails = await world.db.pool.query<{ template_code: string }>(
      'select template_code from sys_message where es_receiver = $1 order by id',
      [application.email],
    )
    expect(mails.rows.map((one) => one.template_code)).toEqual([
      'identity.registered',
      'identity.approved',
    ])
  })

  test('or for a no, with its reason, for who has its password; that is deleted after a month', async () => {
    await mode('pending')
    const application = draft()
    await apply(application)
    const stored = await row(application.username)
    const admin = await world.as('tenantAdmin')
    expect(
      (
        await admin.post('/sys/registration/refuse', {
          id: stored.id,
          version: stored.version,
          reason: '',
        })
      ).success,
    ).toBe(false)
    await admin.call(registrations.refuse, {
      id: stored.id,
      version: stored.version,
      reason: '资料不全',
    })
    await world.db.pool.query(`update tenant set name_en = 'Southwind Parcels' where id = $1`, [
      world.tenantId,
    ])
    const after = await world.db.pool.query(
      `select r.state, r.reason, t.name, t.name_en from registration r join tenant t on t.id = r.tenant_id
        where r.id = $1`,
      [stored.id],
    )
    expect(after.rows).toMatchObject([{ state: 'refused', reason: '资料不全' }])
    const refusal = await signIn(world, application as never)
    expect(refusal).toMatchObject({ success: false, error: 'session.refused' })
    for (const word of ['资料不全', after.rows[0].name_en]) expect(refusal.message).toContain(word)
    expect((await signIn(world, application as never, {}, 'zh_CN')).message).toContain(
      after.rows[0].name,
    )
    // With another password it is answered as an unknown name is.
    const guess = { password: 'Wq8#lantern-hilL' }
    const [wrong, unknown] = [
      await signIn(world, { ...application, ...guess } as never),
      await signIn(world, {
        ...application,
        ...guess,
        username: `x${application.username}`,
      } as never),
    ]
    expect([wrong.error, wrong.message]).toEqual([unknown.error, unknown.message])
    const forgetTries = () =>
      world.db.pool.query('delete from login_failure where key like $1', [
        `%${application.username.toLowerCase()}`,
      ])
    await forgetTries()
    // Applied for again, it waits.
    const again = draft({ username: application.username, password: 'Wq8#other-hill' })
    await apply(again)
    expect((await signIn(world, again as never)).error).toBe('session.waiting')
    expect((await signIn(world, application as never)).error).toBe('session.wrongPassword')
    const forget = () => forgetRefused(jobCtx(world.deps, '0'))
    await forget()
    const hash = async () =>
      (
        await world.db.pool.query(
          'select password_hash is not null as has from registration where id = $1',
          [stored.id],
        )
      ).rows[0].has
    expect(await hash()).toBe(true)
    await forgetTries()
    await world.db.pool.query(
      `update registration set decided_at = now() - interval '31 days' where id = $1`,
      [stored.id],
    )
    await world.db.pool.query(
      `update registration set state = 'approved' where tenant_id = $1 and username = $2
        and state = 'pending'`,
      [world.tenantId, application.username],
    )
    expect((await signIn(world, application as never)).error).toBe('session.wrongPassword')
    await forget()
    expect(await hash()).toBe(false)
  })

  test('opens at once where the tenant allows it', async () => {
    await mode('active')
    const application = draft()
    expect((await apply(application)).result).toMatchObject({ state: 'active' })
    const inside = await signIn(world, application as never)
    expect(inside.success).toBe(true)
  })

  test('needs the code of the very number, once, and names that are free', async () => {
    await mode('active')
    const first = draft()
    expect((await apply(first, '000000')).message).toBe('手机验证码错误')
    await apply(first)
    expect(
      (await post('/sys/user/register', { ...first, smscode: await codeFor(world, first.phone) }))
        .message,
    ).toBe('手机验证码错误')
    expect((await apply(draft({ username: first.username.toUpperCase() }))).message).toBe(
      '用户名已注册',
    )
    expect((await apply(draft({ email: first.email }))).message).toBe('邮箱已被注册')
    expect((await apply(draft({ password: 'Password1!' }))).error).toMatch(/^password\./)
  })

  test('the mail can be had again a few times with the receipt', async () => {
    await mode('pending')
    const { receipt } = (await apply()).result as { receipt: string }
    for (let times = 0; times < 3; times++)
      expect((await post('/sys/user/register/resend', { receipt })).success).toBe(true)
    expect((await post('/sys/user/register/resend', { receipt })).error).toBe('register.noResend')
    expect((await post('/sys/user/register/resend', { receipt: 'A'.repeat(43) })).error).toBe(
      'register.noResend',
    )
  })

  test('whether a name is taken is answered as clients expect it, to those who proved an address', async () => {
    const ask = (query: Record<string, string>) =>
      Object.assign(anonymousCaller(world), { lang: 'zh_CN' as const }).get(
        '/sys/user/checkOnlyUser',
        { tenant, ...query },
      )
    const username = world.username('manager').toUpperCase()
    const free = { success: true, result: true }
    const known = { phone: newPhone(), email: `known-${world.tenantId}@example.com` }
    await createUser(world, known)
    for (const to of ['off', 'pending'] as const) {
      await mode(to)
      const queries: Record<string, string>[] = [
        { username },
        known,
        { phone: known.phone, smscode: '123456' },
      ]
      for (const query of queries) expect(await ask(query)).toMatchObject(free)
    }
    const phone = newPhone()
    await post('/sys/sms', { mobile: phone, smsmode: '1', tenant })
    const smscode = await codeFor(world, phone)
    expect(await ask({ phone, smscode, username: `nobody${world.tenantId}` })).toMatchObject(free)
    expect(await ask({ phone, smscode, username })).toMatchObject({
      success: false,
      message: '用户账号已存在',
      result: null,
    })
  })

  test('a number that has an account is answered like a free one; the number is notified', async () => {
    await mode('pending')
    const [taken, phone] = [newPhone(), newPhone()]
    const { id } = await createUser(world, { phone: taken })
    await world.db.pool.query('update sys_user set phone_verified_at = now() where id = $1', [id])
    const plain = ({ success, code, message, result }: Answer) => [success, code, message, result]
    expect(plain(await post('/sys/sms', { mobile: taken, smsmode: '1', tenant }))).toEqual(
      plain(await post('/sys/sms', { mobile: phone, smsmode: '1', tenant })),
    )
    const sent = await world.db.pool.query(
      'select template_code from sys_message where es_receiver = $1',
      [taken],
    )
    expect(sent.rows).toEqual([{ template_code: 'identity.exists' }])
    const nowhere = anonymousCaller(world)
    expect(
      (await nowhere.get('/sys/signIn/options', { tenant: 'no-such-company' })).result,
    ).toEqual({
      registration: false,
      company: null,
      passwordMode: 'seed',
      third: [],
      codes: { account: { sms: false, email: false }, registration: { sms: false, email: false } },
    })
    expect(
      (await post('/sys/sms', { mobile: phone, smsmode: '1', tenant: 'no-such-company' })).error,
    ).toBe('register.off')
  })
})
