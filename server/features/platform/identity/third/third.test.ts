import { describe, expect, test } from 'vitest'
import { thirdSettings } from '#contracts/platform/session/identity-third.ts'
import {
  client,
  expireReauthentication,
  createUser,
  type TestUser,
} from '../../session/users.fixture.ts'
import { configHashOf } from './bindings.ts'
import {
  outside,
  world,
  tenant,
  ORIGIN,
  Browser,
  prepareProviders,
  settingsOf,
} from './third.fixture.ts'

prepareProviders()

const linked = async (subject: string): Promise<TestUser> => {
  const user = await createUser(world, { role: 'manager' })
  await world.db.pool.query(
    `insert into sys_third_account (tenant_id, user_id, provider, issuer, subject, config_hash)
      values ($1, $2, 'oidc', $3, $4, $5)`,
    [world.tenantId, user.id, outside.origin, subject, configHashOf('oidc', settingsOf('oidc'))],
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

  test('signs in the linked user; the code on the way back is good once', async () => {
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
    ['signed by another key', { foreignKey: true }],
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

  test('a signed-in user links an account, after showing who they are', async () => {
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
