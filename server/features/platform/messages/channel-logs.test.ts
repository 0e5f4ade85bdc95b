import { expect, test } from 'vitest'
import { paramText } from '#server/kit/http/op-log/op-log-param.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
const PLANTED = ['HDRSECRET-42', 'short-key-9', 'BODYSECRET-77', 'URLSECRET-5', 'SIGNSECRET-3']

test('credentials in a provider’s headers, body, address and signature reach no log', async () => {
  const admin = await world().as('tenantAdmin')
  const settings = {
    url: 'https://sms.example.com/send?apikey=URLSECRET-5',
    method: 'POST',
    bodyType: 'json',
    body: '{"to":"{{to}}","text":"{{text}}","pass":"BODYSECRET-77"}',
    headers: [
      { name: 'Authorization', value: 'Bearer HDRSECRET-42' },
      { name: 'X-Key', value: 'short-key-9' },
    ],
    signature: 'none',
    signText: 'SIGNSECRET-3',
    okText: '',
  }
  const state = (await admin.get('/message/channel/settings')).result as {
    sms: { version: number }
  }
  const saved = await admin.put('/message/channel/saveSms', {
    settings,
    enabled: true,
    version: state.sms.version,
  })
  expect(saved.error).toBeUndefined()
  const lines = async (table: string) =>
    JSON.stringify(
      (
        await world().db.pool.query(`select * from ${table} where tenant_id = $1`, [
          world().tenantId,
        ])
      ).rows,
    )
  await expect
    .poll(() => lines('op_log'), { timeout: 90_000 })
    .toContain('/message/channel/saveSms')
  const logged = `${await lines('op_log')}${await lines('data_log')}`
  expect(logged).toContain('X-Key')
  expect(PLANTED.filter((secret) => logged.includes(secret))).toEqual([])
})

test('a value that travels next to its name is hidden by the name', () => {
  const shown = paramText({
    headers: [
      { name: 'Authorization', value: 'Basic c2VjcmV0' },
      { name: 'X-Key', value: 'short' },
      { name: 'Accept', value: 'text/html' },
    ],
  })
  expect(shown).not.toMatch(/c2VjcmV0|short/)
  expect(shown).toContain('text/html')
})
