import { expect, test } from 'vitest'
import { userSettings } from '#contracts/platform/user-settings.ts'
import { Client, PASSWORD, useWorld } from '#test/harness.ts'

const world = useWorld()

/** The language mails, text messages and notices are written in, by the key the settings show. */
const stored = async (client: Client) =>
  (await client.call(userSettings.all, {}))['profile.lang']
async function signIn(lang: 'en_US' | 'zh_CN' | null): Promise<Client> {
  const answer = await fetch(`${world().base}/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(lang ? { client_lang: lang } : {}) },
    body: JSON.stringify({ username: world().username('service'), password: PASSWORD }),
  })
  const { result } = (await answer.json()) as { result: { token: string } }
  const client = new Client(world().base, result.token)
  client.tenant = world().tenantId
  return client
}

test('the first sign-in stores the language it is made in, later ones change nothing', async () => {
  expect(await stored(await signIn(null))).toBeUndefined()
  expect(await stored(await signIn('en_US'))).toBe('en_US')
  const later = await signIn('zh_CN')
  expect(await stored(later)).toBe('en_US')
  await later.call(userSettings.save, { key: 'profile.lang', value: 'zh_CN' })
  expect(await stored(await signIn('en_US'))).toBe('zh_CN')
})
