import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ThirdSource } from '#contracts/platform/identity.ts'
import { thirdSettings } from '#contracts/platform/identity-third.ts'
import { openWorld, type Answer, type World } from '../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  client,
  expireReauthentication,
  createUser,
  anonymousCaller,
  type Caller,
  type TestUser,
} from '../session/users.fixture.ts'
import { startFakeServers, type FakeServers } from './fake-servers.fixture.ts'

let world: World
let outside: FakeServers
let tenant = ''
const ORIGIN = 'http://parcels.test'
const SECRETS: Record<ThirdSource, string> = {
  oidc: 'oidc-secret',
  wechat_enterprise: 'wecom-secret',
  dingtalk: 'ding-secret',
  wechat_open: 'wechat-secret',
}

beforeAll(async () => {
  outside = await startFakeServers()
  world = await openWorld({ ...BEHIND_PROXY, outboundAllow: [outside.host] })
  tenant = (
    await world.db.pool.query<{ code: string }>('select code from tenant where id = $1', [
      world.tenantId,
    ])
  ).rows[0]!.code
  const admin = await world.as('tenantAdmin')
  for (const source of Object.keys(SECRETS) as ThirdSource[]) {
    const settings = thirdSettings.parse({
      origin: ORIGIN,
      issuer: source === 'oidc' ? outside.origin : '',
      clientId: 'parcelyard',
      agentId: '1000002',
      apiUrl: outside.origin,
    })
    const saved = await admin.put('/sys/thirdProvider/save', {
      source,
      enabled: true,
      settings,
      secret: SECRETS[source],
      version: 0,
    })
    expect(saved.success, saved.message).toBe(true)
    expect(JSON.stringify(saved.result)).not.toContain(SECRETS[source])
  }
}, 120_000)
afterAll(async () => {
  await world.close()
  await outside.close()
})
beforeEach(() => {
  outside.minting = { alg: 'RS256', foreignKey: false, claims: {} }
})

/** A browser of its own: one address, one jar. */
class Browser {
  readonly caller: Caller = anonymousCaller(world)
  cookie = ''
  constructor(token: string | null = null) {
    this.caller.token = token
  }
  async go(
    path: string,
    query: Record<string, string> = {},
  ): Promise<{
    status: number
    location: string
    html: string
    token: string
    error: string
    bound: string
  }> {
    const response = await fetch(`${world.base}${path}?${new URLSearchParams(query)}`, {
      redirect: 'manual',
      headers: { cookie: this.cookie },
    })
    this.keep(response.headers)
    const html = await response.text()
    const of = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1] ?? ''
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      html,
      token: of('token'),
      error: of('error'),
      bound: of('bound'),
    }
  }
  keep(headers: Headers): void {
    for (const one of headers.getSetCookie())
      if (one.includes('parcelyard_third')) this.cookie = one.split(';')[0]!
  }
  async begin(source: ThirdSource): Promise<URL> {
    const { status, location } = await this.go(`/thirdLogin/render/${source}`, { tenant })
    expect(status).toBe(302)
    return new URL(location)
  }
  /** The whole walk at the OIDC house; `change` is the attack. */
  async walk(
    subject: string,
    change: (back: URL) => void = () => {},
  ): Promise<{ token: string; error: string; back: URL }> {
    const back = outside.consent(await this.begin('oidc'), subject)
    change(back)
    return {
      ...(await this.go('/thirdLogin/callback/oidc', Object.fromEntries(back.searchParams))),
      back,
    }
  }
  exchange(token: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.caller.raw('GET', `/thirdLogin/getLoginUser/${token}`, {
      query,
      headers: { cookie: this.cookie },
    })
  }
  bind(token: string, user: Pick<TestUser, 'username' | 'password'>): Promise<Answer> {
    return this.caller.raw('POST', '/thirdLogin/bind', {
      body: { token, username: user.username, password: user.password },
      headers: { cookie: this.cookie },
    })
  }
}
const linked = async (subject: string): Promise<TestUser> => {
  const user = await createUser(world, { role: 'manager' })
  await world.db.pool.query(
    `insert into sys_third_account (tenant_id, user_id, provider, issuer, subject) values ($1, $2, 'oidc', $3, $4)`,
    [world.tenantId, user.id, outside.origin, subject],
  )
  return user
}

describe('an OpenID Connect house', () => {
  test('is asked with PKCE, state and nonce, for the exact way back', async () => {
    const url = await new Browser().begin('oidc')
    expect(url.origin + url.pathname).toBe(`${outside.origin}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'parcelyard',
      code_challenge_method: 'S256',
      redirect_uri: `${ORIGIN}/boot/thirdLogin/callback/oidc`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
  })

  test('signs in whoever is linked; the code on the way back is good once', async () => {
    const user = await linked('lina')
    const browser = new Browser()
    const { token } = await browser.walk('lina')
    expect(token).toMatch(/^[\w-]{43}$/)
    const answer = await browser.exchange(token)
    expect(answer).toMatchObject({
      success: true,
      code: 200,
      result: { token: expect.any(String) as string, userInfo: { id: user.id } },
    })
    expect((await browser.exchange(token)).error).toBe('third.expired')
    const way = await world.db.pool.query('select way from sys_session where user_id = $1', [
      user.id,
    ])
    expect(way.rows).toEqual([{ way: 'third' }])
  })

  test('the first time asks for a password here, and never again', async () => {
    const user = await createUser(world, { role: 'manager' })
    const browser = new Browser()
    const { token } = await browser.walk('first-time')
    expect(await browser.exchange(token)).toMatchObject({
      success: false,
      error: 'third.unbound',
      result: { source: 'oidc', name: 'Name of first-time', registration: false },
    })
    expect((await browser.bind(token, { ...user, password: 'Wrong-1234!' })).error).toBe(
      'session.wrongPassword',
    )
    expect(await browser.bind(token, user)).toMatchObject({
      success: true,
      result: { userInfo: { id: user.id } },
    })
    expect((await browser.bind(token, user)).error).toBe('third.expired')
    expect((await browser.exchange((await browser.walk('first-time')).token)).success).toBe(true)
  })

  test('the exchange code is worth nothing in another browser, or after its minute', async () => {
    await linked('other-browser')
    const browser = new Browser()
    const { token } = await browser.walk('other-browser')
    expect((await new Browser().exchange(token)).error).toBe('third.expired')
    await world.db.pool.query(
      `update third_attempt set exchange_expires_at = now() - interval '1 second'`,
    )
    expect((await browser.exchange(token)).error).toBe('third.expired')
  })

  test('a way back is walked once, in the browser that began it, with the state it began with', async () => {
    const browser = new Browser()
    const { back } = await browser.walk('replayed')
    expect(
      (await browser.go('/thirdLogin/callback/oidc', Object.fromEntries(back.searchParams))).error,
    ).toBe('third.expired')
    expect(
      (await browser.walk('x', (url) => url.searchParams.set('state', 'A'.repeat(43)))).error,
    ).toBe('third.expired')
    expect((await browser.walk('x', (url) => url.searchParams.delete('state'))).error).toBe(
      'third.expired',
    )
    const victim = new Browser()
    await victim.begin('oidc')
    const foreign = outside.consent(await new Browser().begin('oidc'), 'attacker')
    expect(
      (await victim.go('/thirdLogin/callback/oidc', Object.fromEntries(foreign.searchParams)))
        .error,
    ).toBe('third.expired')
    const late = outside.consent(await browser.begin('oidc'), 'late')
    await world.db.pool.query(
      `update third_attempt set expires_at = now() - interval '1 second' where used_at is null`,
    )
    expect(
      (await browser.go('/thirdLogin/callback/oidc', Object.fromEntries(late.searchParams))).error,
    ).toBe('third.expired')
  })

  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['none', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an hour too late', { claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }],
    ['without a signature', { alg: 'none' as const }],
    ['signed by somebody else', { foreignKey: true }],
  ])('an id token with a flaw is refused: %s', async (_, flaw) => {
    Object.assign(outside.minting, flaw)
    expect(await new Browser().walk('lina')).toMatchObject({ error: 'third.failed', token: '' })
  })

  test('a code from nowhere, or none, or a no', async () => {
    expect(
      (await new Browser().walk('lina', (url) => url.searchParams.set('code', 'made-up'))).error,
    ).toBe('third.failed')
    expect((await new Browser().walk('lina', (url) => url.searchParams.delete('code'))).error).toBe(
      'third.refused',
    )
    expect(
      (await new Browser().walk('lina', (url) => url.searchParams.set('error', 'access_denied')))
        .error,
    ).toBe('third.refused')
  })

  test('nothing that is sent along leads the browser elsewhere, and no script stands in the page', async () => {
    const evil = {
      tenant,
      redirect: 'https://evil.example',
      redirect_uri: 'https://evil.example',
      state: 'x"><script>alert(1)</script>',
    }
    const browser = new Browser()
    const begun = await browser.go('/thirdLogin/render/oidc', evil)
    expect(begun.location).not.toContain('evil.example')
    const page = await browser.go('/thirdLogin/callback/oidc', { ...evil, code: '"><img src=x>' })
    expect(page.html).not.toMatch(/<img|alert|evil/)
    expect(page.html.match(/<script[^>]*>[^<]*/g)).toEqual(['<script src="/third-login.js" defer>'])
  })

  test('another company’s accounts are not its to open', async () => {
    const user = await linked('cross')
    const foreign = await world.otherTenantUser()
    const settings = thirdSettings.parse({
      origin: ORIGIN,
      issuer: outside.origin,
      clientId: 'parcelyard',
    })
    expect(
      (
        await foreign.put('/sys/thirdProvider/save', {
          source: 'oidc',
          enabled: true,
          settings,
          secret: 'oidc-secret',
          version: 0,
        })
      ).success,
    ).toBe(true)
    const code = (
      await world.db.pool.query<{ code: string }>(
        `select t.code from tenant t join sys_user u on u.tenant_id = t.id where u.username = $1`,
        [await world.elsewhere('tenantAdmin')],
      )
    ).rows[0]!.code
    const browser = new Browser()
    const back = outside.consent(
      new URL((await browser.go('/thirdLogin/render/oidc', { tenant: code })).location),
      'cross',
    )
    const { token } = await browser.go(
      '/thirdLogin/callback/oidc',
      Object.fromEntries(back.searchParams),
    )
    expect((await browser.exchange(token)).error).toBe('third.unbound')
    expect((await browser.bind(token, user)).error).toBe('session.wrongPassword')
  })

  test('a frozen account stays out', async () => {
    const user = await linked('frozen')
    await world.db.pool.query('update sys_user set status = 2 where id = $1', [user.id])
    const browser = new Browser()
    expect((await browser.exchange((await browser.walk('frozen')).token)).error).toBe(
      'third.noAccount',
    )
  })

  test('somebody signed in links an account, after showing who they are', async () => {
    const user = await createUser(world, { role: 'manager' })
    const own = await client(world, user)
    await expireReauthentication(world, user)
    expect((await own.post('/sys/thirdLogin/bindStart', { source: 'oidc' })).error).toBe(
      'session.stepUp',
    )
    await own.post('/sys/stepUp', { password: user.password })
    const begun = await own.post('/sys/thirdLogin/bindStart', { source: 'oidc' })
    const browser = new Browser()
    browser.keep(begun.headers)
    const back = outside.consent(new URL((begun.result as { url: string }).url), 'linked-inside')
    expect(
      (await browser.go('/thirdLogin/callback/oidc', Object.fromEntries(back.searchParams))).bound,
    ).toBe('oidc')
    expect((await own.get('/sys/account/thirdAccount/list')).result).toMatchObject([
      { provider: 'oidc', name: 'Name of linked-inside' },
    ])
    const other = await createUser(world, { role: 'manager' })
    const theirs = await (
      await client(world, other)
    ).post('/sys/thirdLogin/bindStart', { source: 'oidc' })
    const second = new Browser()
    second.keep(theirs.headers)
    const again = outside.consent(new URL((theirs.result as { url: string }).url), 'linked-inside')
    expect(
      (await second.go('/thirdLogin/callback/oidc', Object.fromEntries(again.searchParams))).error,
    ).toBe('third.taken')
  })
})

describe('other houses', () => {
  test.each([
    ['wechat_enterprise', 'code', 'wecom:parcelyard', 'lina'],
    ['dingtalk', 'authCode', 'dingtalk:parcelyard', 'u-lina'],
    ['wechat_open', 'code', 'wechat:parcelyard', 'o-lina'],
  ] as const)('%s signs in by its own protocol', async (source, param, issuer, subject) => {
    const browser = new Browser()
    const url = await browser.begin(source)
    expect(url.protocol).toBe('https:')
    expect(url.searchParams.get('redirect_uri')).toBe(
      `${ORIGIN}/boot/thirdLogin/callback/${source}`,
    )
    const state = url.searchParams.get('state')!
    const page = await browser.go(`/thirdLogin/callback/${source}`, { [param]: 'good', state })
    expect(page).toMatchObject({ error: '', status: 200 })
    const user = await createUser(world, { role: 'manager' })
    expect((await browser.exchange(page.token)).error).toBe('third.unbound')
    expect((await browser.bind(page.token, user)).success).toBe(true)
    const stored = await world.db.pool.query(
      'select provider, issuer, subject from sys_third_account where user_id = $1',
      [user.id],
    )
    expect(stored.rows).toEqual([{ provider: source, issuer, subject }])
    expect(
      (
        await browser.go(`/thirdLogin/callback/${source}`, {
          [param]: 'bad',
          state: (await browser.begin(source)).searchParams.get('state')!,
        })
      ).error,
    ).toBe('third.failed')
  })

  test('a guest of WeCom, and a WeChat answer about somebody else', async () => {
    outside.says.wecom = { errcode: 0, openid: 'guest' }
    outside.says.wechat = { openid: 'o-somebody', nickname: 'x' }
    for (const source of ['wechat_enterprise', 'wechat_open'] as const) {
      const browser = new Browser()
      expect(
        (
          await browser.go(`/thirdLogin/callback/${source}`, {
            code: 'good',
            state: (await browser.begin(source)).searchParams.get('state')!,
          })
        ).error,
      ).toBe('third.failed')
    }
  })
})

describe('what is offered', () => {
  test('tells names and nothing else; settings are the administrator’s', async () => {
    const shown = await anonymousCaller(world).get('/sys/signIn/options', { tenant })
    expect(shown.result).toEqual({
      registration: false,
      passwordMode: 'seed',
      third: Object.keys(SECRETS).map((source) => ({ source, name: null })),
    })
    expect((await (await world.as('manager')).get('/sys/thirdProvider/settings')).status).toBe(403)
    const row = await world.db.pool.query<{ t: string }>(
      'select row_to_json(p)::text as t from third_provider p where tenant_id = $1',
      [world.tenantId],
    )
    expect(row.rows.map(({ t }) => t).join()).not.toMatch(
      /oidc-secret|wecom-secret|ding-secret|wechat-secret/,
    )
  })

  test('a house inside ours is not called unless the operator named it', async () => {
    const admin = await world.as('tenantAdmin')
    const before = (
      (await admin.get('/sys/thirdProvider/settings')).result as {
        source: string
        version: number
      }[]
    ).find(({ source }) => source === 'oidc')!
    const save = (issuer: string, version: number) =>
      admin.put('/sys/thirdProvider/save', {
        source: 'oidc',
        enabled: true,
        settings: thirdSettings.parse({ origin: ORIGIN, issuer, clientId: 'parcelyard' }),
        version,
      })
    await save('http://127.0.0.1:1', before.version)
    expect((await new Browser().go('/thirdLogin/render/oidc', { tenant })).error).toBe(
      'third.unreachable',
    )
    expect((await admin.post('/sys/thirdProvider/test', { source: 'oidc' })).result).toMatchObject({
      ok: false,
      detail: 'ADDRESS_SCHEME',
    })
    await save(outside.origin, before.version + 1)
    expect((await admin.post('/sys/thirdProvider/test', { source: 'oidc' })).result).toEqual({
      ok: true,
      detail: outside.origin,
    })
    expect(
      (await admin.post('/sys/thirdProvider/test', { source: 'wechat_enterprise' })).result,
    ).toMatchObject({ ok: true })
  })
})
