import { expect, test } from 'vitest'
import { Client, useWorld } from '../../../../../test/harness.ts'
import { handshake, signIn } from '../../../../../test/sockets.ts'
import { BEHIND_PROXY, createUser } from '../users.fixture.ts'

const world = useWorld(BEHIND_PROXY)

test('impersonation has a live bell: the cookie opens a socket for the user it acts as', async () => {
  const { origin } = world()
  const browser = await signIn(world(), world().username('tenantAdmin'))
  const [user, other] = [
    await createUser(world(), { role: 'finance' }),
    await createUser(world(), { role: 'finance' }),
  ]
  const open = (id: string) =>
    handshake(origin, `/websocket/${id}`, { cookie: browser.cookie, origin })
  expect(await open(user.id)).toBe(403)
  const acted = await browser.client.post('/sys/user/loginAs', {
    id: user.id,
    reason: 'Call 4712',
  })
  expect(acted.success, acted.message).toBe(true)
  expect([await open(user.id), await open(browser.userId), await open(other.id)]).toEqual([
    101, 101, 403,
  ])
  const token = (acted.result as { token: string }).token
  await new Client(world().base, token).post('/sys/logout')
  expect(await open(user.id)).toBe(403)
})
