import { expect, test } from 'vitest'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { anonymousCaller } from '../users.fixture.ts'

const world = useWorld()
let count = 0

const signIn = (username: string, password: string, more: object = {}): Promise<Answer> =>
  anonymousCaller(world()).post('/sys/login', { username, password, ...more })

async function made(admin: Client): Promise<{ id: string; username: string; password: string }> {
  const username = `once${++count}-${world().tenantId}`
  const answer = await admin.post('/sys/user/add', { username, realname: `Once ${count}` })
  expect(answer).toMatchObject({ success: true })
  return answer.result as { id: string; username: string; password: string }
}

test('a user added without a password has one that opens nothing until another is chosen', async () => {
  const { username, password, id } = await made(await world().as('tenantAdmin'))
  expect(password.length).toBeGreaterThanOrEqual(14)
  expect(await signIn(username, password)).toMatchObject({
    success: false,
    error: 'session.passwordOnce',
  })
  expect((await anonymousCaller(world()).post('/sys/mLogin', { username, password })).error).toBe(
    'session.passwordOnce',
  )
  expect((await signIn(username, password, { newpassword: 'weak' })).error).toBe('password.rule')
  expect((await signIn(username, password, { newpassword: password })).error).toBe(
    'account.passwordSame',
  )
  expect((await signIn(username, 'wrong', { newpassword: 'Hq4#riverbank' })).error).toBe(
    'session.wrongPassword',
  )
  const sessions = async () =>
    (await world().db.pool.query('select 1 from sys_session where user_id = $1', [id])).rows.length
  expect(await sessions()).toBe(0)
  const own = 'Hq4#riverbank'
  expect(await signIn(username, password, { newpassword: own })).toMatchObject({ success: true })
  expect(await sessions()).toBe(1)
  expect((await signIn(username, password)).error).toBe('session.wrongPassword')
  expect(await signIn(username, own)).toMatchObject({ success: true })
  // Only a one-time password is replaced this way.
  expect(await signIn(username, own, { newpassword: 'Zk9#lighthouse' })).toMatchObject({
    success: true,
  })
  expect((await signIn(username, 'Zk9#lighthouse')).error).toBe('session.wrongPassword')
})

test('a password that was reset works once, a password that was typed stays', async () => {
  const admin = await world().as('tenantAdmin')
  const { id, username, password } = await made(admin)
  await signIn(username, password, { newpassword: 'Hq4#riverbank' })
  const fresh = (await admin.put('/sys/user/resetPassword', { id })).result as { password: string }
  expect((await signIn(username, fresh.password)).error).toBe('session.passwordOnce')
  const typed = 'Vm3#orchard-gate'
  expect(
    await admin.put('/sys/user/changePassword', {
      username,
      password: typed,
      confirmpassword: typed,
    }),
  ).toMatchObject({ success: true })
  expect(await signIn(username, typed)).toMatchObject({ success: true })
})

test('of several sign-ins at once with one one-time password one wins', async () => {
  const { username, password } = await made(await world().as('tenantAdmin'))
  const chosen = ['Hq4#riverbank', 'Zk9#lighthouse', 'Vm3#orchard-gate']
  const answers = await Promise.all(
    chosen.map((newpassword) => signIn(username, password, { newpassword })),
  )
  const won = chosen.filter((_, at) => answers[at]?.success)
  expect(won).toHaveLength(1)
  const lost = answers.filter(({ success }) => !success)
  expect(lost.map(({ error }) => error)).toEqual(['session.wrongPassword', 'session.wrongPassword'])
  expect(await signIn(username, won[0] ?? '')).toMatchObject({ success: true })
})
