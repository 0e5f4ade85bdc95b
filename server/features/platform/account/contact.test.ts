import { beforeAll, describe, expect, test } from 'vitest'
import { messageSecrets } from '#contracts/platform/messaging/messages.ts'
import { useWorld, type Client } from '../../../../test/harness.ts'
import { openSecret } from '#server/kit/access/secrets.ts'
import { platformAdmin } from '../../../../test/platform.ts'
import {
  BEHIND_PROXY,
  client,
  expireReauthentication,
  createUser,
  type Caller,
  type TestUser,
} from '../session/users.fixture.ts'

const world = useWorld(BEHIND_PROXY)
let reader: Client
beforeAll(async () => {
  reader = await platformAdmin(world(), 'contacts')
})
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const sent = (to: string) =>
  query<{ id: string; secret: boolean; templateCode: string; esContent: string }>(
    `select id, secret, template_code as "templateCode", es_content as "esContent" from sys_message
      where tenant_id = $1 and es_receiver = $2 order by id desc`,
    [world().tenantId, to],
  )
const codeTo = async (to: string) =>
  /\d{6}/.exec(
    (
      await reader.call(messageSecrets.reveal, {
        id: (await sent(to)).find(({ secret }) => secret)!.id,
      })
    ).esContent,
  )![0]
const stored = async ({ id }: TestUser) =>
  (
    await query<{ email: string | null; phone: string | null; version: number }>(
      'select email, phone, version from sys_user where id = $1',
      [id],
    )
  )[0]!
const proven = ({ id }: TestUser) =>
  query('update sys_user set email_verified_at = now() where id = $1', [id])
const letCodesAge = (to: string) =>
  query(
    `update identity_code set created_at = created_at - interval '2 minutes' where receiver = $1`,
    [to],
  )
let made = Date.now() % 1_000_000
const mail = (name = 'new') => `${name}${++made}@example.com`
const number = () => `+4915${String(20_000_000 + ++made * 7)}${process.pid % 100}`
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const saved = {
  realname: '林小雨',
  sex: null,
  birthday: null,
  phone: null as string | null,
  email: null as string | null,
  telephone: null,
}
const put = async (mine: Caller, user: TestUser, more: Partial<typeof saved>) =>
  mine.put('/sys/account/profile/edit', {
    ...saved,
    ...more,
    version: (await stored(user)).version,
  })
const confirm = (mine: Caller, kind: string, value: string, code: string) =>
  mine.post('/sys/account/contact/confirm', { kind, value, code })

describe('a new mail address or phone of the caller', () => {
  test('takes effect with the code that was sent to it, and the old one is notified', async () => {
    const [old, email] = [mail('old'), mail()]
    const user = await createUser(world(), { role: 'manager', email: old })
    const mine = await client(world(), user)
    expect((await put(mine, user, { email })).result).toMatchObject({
      userInfo: { realname: '林小雨', email: old },
      confirm: [{ kind: 'email', value: email }],
    })
    expect(await stored(user)).toMatchObject({ email: old })
    expect(await sent(old)).toEqual([])
    const code = await codeTo(email)
    expect(
      JSON.stringify([
        await sent(email),
        await query('select row_to_json(c) from identity_code c where receiver = $1', [email]),
      ]),
    ).not.toContain(code)
    expect((await confirm(mine, 'email', email, wrong(code))).error).toBe('code.wrong')
    expect((await confirm(mine, 'email', mail(), code)).error).toBe('code.wrong')
    expect((await confirm(mine, 'email', email, code)).result).toMatchObject({
      userInfo: { email },
    })
    expect(await stored(user)).toMatchObject({ email })
    expect(await sent(old)).toMatchObject([
      {
        templateCode: 'account.contactChanged',
        esContent: expect.stringContaining(`${email[0]}***@example.com`) as string,
      },
    ])
    expect((await sent(old))[0]!.esContent).not.toContain(email)
    await expect
      .poll(async () => JSON.stringify((await mine.get('/sys/annountCement/listByUser')).result), {
        timeout: 90_000,
      })
      .toContain('The e-mail address of your account was changed')
    expect((await confirm(mine, 'email', email, code)).error).toBe('code.wrong')
    const log = await query<{ diff: object }>(
      `select diff from data_log where table_name = 'sys_user' and row_id = $1 order by id desc
        limit 1`,
      [user.id],
    )
    expect(Object.keys(log[0]!.diff)).toEqual(['email'])
  })

  test('a phone is proved by text message; an emptied one goes at once, and is notified', async () => {
    const [old, phone] = [number(), number()]
    const user = await createUser(world(), { phone: old })
    const mine = await client(world(), user)
    await put(mine, user, { phone })
    expect((await confirm(mine, 'phone', phone, await codeTo(phone))).success).toBe(true)
    expect([
      (await stored(user)).phone,
      (await sent(old)).map(({ templateCode }) => templateCode),
    ]).toEqual([phone, ['account.contactChanged']])
    expect((await put(mine, user, { phone: null })).result).toMatchObject({
      confirm: [],
      userInfo: { phone: null },
    })
    expect((await sent(phone))[0]!.templateCode).toBe('account.contactChanged')
  })

  test('asks for a proof of who is at the keyboard, for changing, emptying and a further code', async () => {
    const user = await createUser(world(), { email: mail() })
    const mine = await client(world(), user)
    await expireReauthentication(world(), user)
    expect((await put(mine, user, { email: mail() })).error).toBe('session.stepUp')
    expect((await put(mine, user, { email: null })).error).toBe('session.stepUp')
    expect(
      (await mine.post('/sys/account/contact/code', { kind: 'email', value: mail() })).error,
    ).toBe('session.stepUp')
    expect(
      (await put(mine, user, { email: (await stored(user)).email!.toUpperCase() })).success,
    ).toBe(true)
    await mine.post('/sys/stepUp', { password: user.password })
    expect((await put(mine, user, { email: mail() })).success).toBe(true)
  })

  test('another user’s is answered like a free one, gets nothing, and no code fits', async () => {
    const taken = mail('taken')
    await proven(await createUser(world(), { email: taken }))
    const user = await createUser(world())
    const mine = await client(world(), user)
    const strip = ({ success, code, message, result }: Awaited<ReturnType<typeof put>>) => ({
      success,
      code,
      message,
      confirm: (result as { confirm: { kind: string }[] }).confirm.map(({ kind }) => kind),
    })
    expect(strip(await put(mine, user, { email: taken.toUpperCase() }))).toEqual(
      strip(await put(mine, user, { email: mail() })),
    )
    expect(await sent(taken)).toEqual([])
    expect((await confirm(mine, 'email', taken, '123456')).error).toBe('code.wrong')
    // Free when it was asked for, and another user's when the code comes.
    const race = mail('race')
    await put(mine, user, { email: race })
    await proven(await createUser(world(), { email: race }))
    expect((await confirm(mine, 'email', race, await codeTo(race))).error).toBe('code.wrong')
    expect((await stored(user)).email).toBeNull()
  })

  test('an address that stands unproven in another tenant is proved by a code of the installation', async () => {
    const email = mail('elsewhere')
    const [elsewhere] = await query<{ id: string }>(
      'select tenant_id as id from sys_user where username = $1',
      [await world().elsewhere('tenantAdmin')],
    )
    const holder = await createUser(world(), { tenantId: elsewhere!.id, email })
    const user = await createUser(world(), { role: 'manager' })
    const mine = await client(world(), user)
    await put(mine, user, { email })
    // No channel of the tenant carries it: its people could read the code out.
    expect(await sent(email)).toEqual([])
    const [message] = await query<{ id: string; secretEnc: string }>(
      `select id, secret_enc as "secretEnc" from sys_message
        where tenant_id = 0 and es_receiver = $1`,
      [email],
    )
    const { id, secretEnc } = message!
    const text = openSecret(Buffer.alloc(32, 7), secretEnc, {
      tenantId: '0',
      table: 'sys_message',
      column: 'secret_enc',
      id,
    })
    const code = /\b\d{6}\b/.exec(text)![0]
    expect((await confirm(mine, 'email', email, wrong(code))).error).toBe('code.wrong')
    expect((await confirm(mine, 'email', email, code)).success).toBe(true)
    expect([(await stored(user)).email, (await stored(holder)).email]).toEqual([email, null])
    // What its person proved stays.
    const other = await createUser(world(), { role: 'manager' })
    const others = await client(world(), other)
    await letCodesAge(email)
    await put(others, other, { email })
    expect((await sent(email)).filter(({ secret }) => secret)).toEqual([])
  })

  test('a code is the person’s own, good for ten minutes and five tries', async () => {
    const [user, other] = [await createUser(world()), await createUser(world())]
    const [mine, theirs] = [await client(world(), user), await client(world(), other)]
    const email = mail()
    await put(mine, user, { email })
    const code = await codeTo(email)
    expect((await confirm(theirs, 'email', email, code)).error).toBe('code.wrong')
    await query(
      `update identity_code set expires_at = now() - interval '1 second' where receiver = $1`,
      [email],
    )
    expect((await confirm(mine, 'email', email, code)).error).toBe('code.wrong')
    await query(
      `update identity_code set expires_at = now() + interval '5 minutes' where receiver = $1`,
      [email],
    )
    for (let tries = 0; tries < 4; tries++)
      expect((await confirm(mine, 'email', email, wrong(code))).success).toBe(false)
    expect((await confirm(mine, 'email', email, code)).status).toBe(429)
    await query('delete from login_failure where key = $1', [`contact:${user.id}`])
    expect((await confirm(mine, 'email', email, code)).success).toBe(true)
  })

  test('codes have their limits: one a minute, five an hour to one address, ten an hour of one person', async () => {
    const user = await createUser(world())
    const mine = await client(world(), user)
    const email = mail()
    const again = (value = email) =>
      mine.post('/sys/account/contact/code', { kind: 'email', value })
    await put(mine, user, { email })
    expect((await put(mine, user, { email })).success).toBe(true)
    expect((await sent(email)).length).toBe(1)
    expect((await again()).error).toBe('code.stillGood')
    for (let count = 1; count < 5; count++) {
      await letCodesAge(email)
      expect((await again()).success).toBe(true)
    }
    await letCodesAge(email)
    expect(await again()).toMatchObject({ status: 429, error: 'code.tooMany' })
    for (let count = 5; count < 10; count++) expect((await again(mail())).success).toBe(true)
    expect((await again(mail())).error).toBe('code.tooMany')
    expect((await again('nobody')).result).toMatchObject({ issues: [{ path: 'value' }] })
  })
})
