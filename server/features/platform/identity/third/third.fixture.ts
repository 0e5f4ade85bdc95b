import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ThirdSource } from '#contracts/platform/session/identity.ts'
import { thirdSettings, type ThirdSettings } from '#contracts/platform/session/identity-third.ts'
import { openWorld, type Answer, type World } from '../../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  anonymousCaller,
  type Caller,
  type TestUser,
} from '../../session/users.fixture.ts'
import { startFakeServers, type FakeServers } from '../fake-servers.fixture.ts'

export let world: World

export let outside: FakeServers

export let tenant = ''

export const ORIGIN = 'http://parcels.test'

export const SECRETS: Record<Exclude<ThirdSource, 'cas'>, string> = {
  oidc: 'oidc-secret',
  wechat_enterprise: 'wecom-secret',
  dingtalk: 'ding-secret',
  wechat_open: 'wechat-secret',
}

/** A browser of its own: one address, one jar. */
export class Browser {
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
  /** The whole walk at the OIDC provider; `change` is the attack. */
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

export const settingsOf = (source: ThirdSource): ThirdSettings =>
  thirdSettings.parse({
    origin: ORIGIN,
    issuer: source === 'oidc' ? outside.origin : source === 'cas' ? `${outside.origin}/cas` : '',
    clientId: 'parcelyard',
    agentId: '1000002',
    apiUrl: outside.origin,
  })

export function prepareProviders(): void {
  beforeAll(async () => {
    outside = await startFakeServers()
    world = await openWorld({ ...BEHIND_PROXY, outboundAllow: [outside.host] })
    tenant = (
      await world.db.pool.query<{ code: string }>('select code from tenant where id = $1', [
        world.tenantId,
      ])
    ).rows[0]!.code
    const admin = await world.as('tenantAdmin')
    for (const source of Object.keys(SECRETS) as (keyof typeof SECRETS)[]) {
      const settings = settingsOf(source)
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
}
