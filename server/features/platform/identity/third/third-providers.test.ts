import { describe, expect, test } from 'vitest'
import { thirdSettings } from '#contracts/platform/session/identity-third.ts'
import { createUser, anonymousCaller } from '../../session/users.fixture.ts'
import {
  outside,
  world,
  tenant,
  SECRETS,
  ORIGIN,
  Browser,
  prepareProviders,
} from './third.fixture.ts'

prepareProviders()

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

  test('a guest of WeCom, and a WeChat answer about another user', async () => {
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
  test('returns names and nothing else; settings are the administrator’s', async () => {
    const shown = await anonymousCaller(world).get('/sys/signIn/options', { tenant })
    expect(shown.result).toEqual({
      registration: false,
      company: null,
      codes: { account: { sms: false, email: false }, registration: { sms: false, email: false } },
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
