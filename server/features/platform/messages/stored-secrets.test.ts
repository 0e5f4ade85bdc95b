import { beforeAll, describe, expect, test } from 'vitest'
import type { ChannelStates } from '#contracts/platform/messaging/message-channels.ts'
import { thirdSettings, type ProviderState } from '#contracts/platform/session/identity-third.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { platformUser } from '#test/platform.ts'

/**
 * A secret that was entered for one server is not sent to another: it is forgotten when the address
 * changes.
 */

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

const email = {
  host: 'mail.example.com',
  port: 465,
  security: 'tls',
  user: 'u',
  fromAddress: 'a@example.com',
  fromName: 'A',
}
const sms = {
  url: 'https://sms.example.com/send',
  method: 'POST',
  bodyType: 'json',
  body: '{"to":"{{to}}","text":"{{text}}","key":"{{key}}"}',
  headers: [{ name: 'X-Sender', value: 'A' }],
  signature: 'none',
  signText: '',
  okText: '',
}

async function save(kind: 'Email' | 'Sms', settings: object, secret?: string) {
  const at = kind === 'Email' ? 'email' : 'sms'
  const { version } = ((await admin.get('/message/channel/settings')).result as ChannelStates)[at]
  const saved = await admin.put(`/message/channel/save${kind}`, {
    settings,
    enabled: true,
    version,
    secret,
  })
  expect(saved.success, saved.message).toBe(true)
  return (saved.result as ChannelStates)[at].secret.set
}

describe('the value of a header', () => {
  const KEY = 'header-secret-4711'
  const stored = async () =>
    (
      await world().db.pool.query<{ settings: { headers: unknown } }>(
        `select settings from message_channel where tenant_id = $1 and channel = '1'`,
        [world().tenantId],
      )
    ).rows[0]?.settings.headers

  test('does not come back, and stays when the settings are saved without it', async () => {
    await save('Sms', { ...sms, headers: [{ name: 'Authorization', value: KEY }] })
    const { settings } = ((await admin.get('/message/channel/settings')).result as ChannelStates)
      .sms
    expect(settings?.headers).toEqual([{ name: 'Authorization', value: null }])
    await save('Sms', { ...settings!, okText: 'OK' })
    expect(await stored()).toEqual([{ name: 'Authorization', value: KEY }])
  })

  test('is asked for again with another address: it does not go where it was not entered for', async () => {
    const { settings, version } = (
      (await admin.get('/message/channel/settings')).result as ChannelStates
    ).sms
    const refused = await admin.put('/message/channel/saveSms', {
      settings: { ...settings!, url: 'https://sms.attacker.example/send' },
      enabled: true,
      version,
    })
    expect(refused).toMatchObject({
      success: false,
      result: { issues: [{ path: 'settings.headers.0.value' }] },
    })
    expect(await stored()).toEqual([{ name: 'Authorization', value: KEY }])
  })
})

describe('who runs the platform', () => {
  test('is notified when a tenant changes a channel', async () => {
    const { username } = await platformUser(world(), 'reader')
    await save('Email', { ...email, fromName: 'Told' })
    const { rows } = await world().db.pool.query<{ es_receiver: string; es_content: string }>(
      `select es_receiver, es_content from sys_message
        where tenant_id = 0 and template_code = 'platform.channelChanged' order by id desc limit 1`,
    )
    expect(rows[0]?.es_receiver.split(',')).toContain(username)
    expect(rows[0]?.es_content).toContain(world().username('tenantAdmin'))
  })
})

describe('a stored secret is forgotten', () => {
  test.each([
    ['host', { host: 'mail.attacker.example' }],
    ['port', { port: 587 }],
    ['security', { security: 'none' }],
  ])('with another %s of a mail server', async (_, change) => {
    expect(await save('Email', email, 'mail-secret-4711')).toBe(true)
    expect(await save('Email', { ...email, fromName: 'B', user: 'v' })).toBe(true)
    expect(await save('Email', { ...email, ...change })).toBe(false)
  })

  test.each([
    ['address', { url: 'https://attacker.example/' }],
    ['body that uses it', { body: '{"text":"{{text}} {{key}}"}' }],
    ['header that uses it', { headers: [{ name: 'X-Sender', value: '{{ key }}' }] }],
    ['signature', { signature: 'md5', signText: '{{key}}' }],
  ])('with another %s of an SMS provider', async (_, change) => {
    expect(await save('Sms', sms, 'sms-secret-4711')).toBe(true)
    expect(await save('Sms', { ...sms, okText: 'OK', headers: [] })).toBe(true)
    expect(await save('Sms', { ...sms, ...change })).toBe(false)
  })

  test.each([
    ['issuer', { issuer: 'https://attacker.example' }],
    ['apiUrl', { apiUrl: 'https://attacker.example' }],
    ['clientId', { clientId: 'another' }],
  ])('with another %s of a provider', async (_, change) => {
    const given = {
      origin: 'https://parcels.example',
      issuer: 'https://id.example',
      clientId: 'parcelyard',
    }
    const provider = async (settings: object, secret?: string) => {
      const states = (await admin.get('/sys/thirdProvider/settings')).result as ProviderState[]
      const saved = await admin.put('/sys/thirdProvider/save', {
        source: 'oidc',
        enabled: true,
        settings: thirdSettings.parse(settings),
        secret,
        version: states.find(({ source }) => source === 'oidc')!.version,
      })
      return (saved.result as ProviderState[]).find(({ source }) => source === 'oidc')!.secret.set
    }
    expect(await provider(given, 'oidc-secret-4711')).toBe(true)
    expect(await provider({ ...given, name: 'Ours' })).toBe(true)
    expect(await provider({ ...given, ...change })).toBe(false)
  })
})
