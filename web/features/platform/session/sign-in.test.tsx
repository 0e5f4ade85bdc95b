import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answers,
  good,
  leave,
  refused,
  settle,
  show,
  signOutForTest,
  speak,
  until,
} from '#web/test/page.tsx'
import { endedSession, noteEndedSession } from '../../../kit/session/ended-session.ts'
import { currentSession, restoredSession } from '../../../kit/session/session.ts'
import { SignIn } from './sign-in.tsx'

const done = good({
  token: 'TOKEN',
  userInfo: { id: '7', username: 'lin', relTenantIds: '3' },
  departs: [],
  multi_depart: 1,
  ask: true,
  tenantId: '3',
  sysAllDictItems: { sex: [] },
})
const form = () => document.querySelector('form') ?? expect.fail('no form')
const field = (name: string) => {
  const found = form().elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : expect.fail(`no ${name}`)
}
async function send(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) field(name).value = value
  await act(async () => form().requestSubmit())
  await settle(10)
}

beforeEach(async () => {
  localStorage.clear()
  signOutForTest()
  await speak('zh_CN')
  await show(<SignIn />)
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('asks for what is missing before it calls', async () => {
  const sent = answers(done)
  await send({ username: ' ', password: 'x' })
  expect([
    document.body.textContent?.includes('请输入账号'),
    document.activeElement,
    sent.length,
  ]).toEqual([true, field('username'), 0])
})

it('stores token, user and dictionaries for seven days, and takes a single tenant', async () => {
  const sent = answers(done)
  expect(field('stay').checked, 'on a shared machine nobody stays signed in').toBe(false)
  field('stay').checked = true
  await send({ username: ' lin ', password: ' p w ' })
  expect(sent[0]?.body).toEqual({ username: 'lin', password: ' p w ', remember_me: true })
  expect([currentSession().token, currentSession().tenant]).toEqual(['TOKEN', '3'])
  const stored: unknown = JSON.parse(localStorage.getItem('pro__Access-Token') ?? '')
  expect(stored).toMatchObject({ value: 'TOKEN' })
  const days = (Reflect.get(Object(stored), 'expire') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  expect(
    ['pro__Login_Username', 'pro__Login_Userinfo', 'pro__UI_CACHE_DB_DICT_DATA'].every((key) =>
      localStorage.getItem(key),
    ),
  ).toBe(true)
})

it('keeps the session for a shift only, and the account by wish', async () => {
  answers(done)
  field('stay').checked = false
  field('remember').checked = true
  await send({ username: 'lin', password: 'p' })
  const { expire } = JSON.parse(localStorage.getItem('pro__Access-Token') ?? '{}') as {
    expire: number
  }
  expect((expire - Date.now()) / 3_600_000).toBeLessThanOrEqual(12)
  signOutForTest()
  await show(<SignIn />)
  expect([field('username').value, JSON.stringify({ ...localStorage }).includes('"p"')]).toEqual([
    'lin',
    false,
  ])
})

it('asks for the second proof once the password was right, and sends it along', async () => {
  const sent = answers(
    refused(422, '请输入动态验证码', { error: 'session.totpRequired' }),
    refused(422, '动态验证码错误或已使用', { error: 'session.totpWrong' }),
    done,
  )
  await send({ username: 'lin', password: 'p' })
  expect([
    document.querySelector('h1')?.textContent,
    document.activeElement,
    document.querySelector<HTMLElement>('.py-sign-fields')?.hidden,
  ]).toEqual(['两步验证', field('totp'), true])
  await send({ totp: ' ' })
  expect([document.querySelector('.py-problem')?.textContent, sent.length]).toEqual([
    '请输入动态验证码',
    1,
  ])
  await send({ totp: '123456' })
  expect([document.querySelector('.py-problem')?.textContent, document.activeElement]).toEqual([
    '动态验证码错误或已使用',
    field('totp'),
  ])
  await send({ totp: ' 654321 ' })
  expect([sent.at(-1)?.body, currentSession().token]).toEqual([
    { username: 'lin', password: 'p', remember_me: false, totp: '654321' },
    'TOKEN',
  ])
})

it('asks for a new password in place of a one-time one, before the second proof', async () => {
  const sent = answers(
    refused(422, 'x', { error: 'session.passwordOnce', result: { passwordMode: 'nist' } }),
    refused(422, '密码太简单', { error: 'password.rule' }),
    refused(422, '请输入动态验证码', { error: 'session.totpRequired' }),
    done,
  )
  await send({ username: 'lin', password: 'p' })
  expect([document.querySelector('h1')?.textContent, document.activeElement]).toEqual([
    '设置新密码',
    field('newpassword'),
  ])
  expect(document.body.textContent, 'the rule is known before it is broken').toContain(
    '密码至少 15 个字符',
  )
  await send({ newpassword: 'one', again: 'two' })
  expect([document.querySelector('.py-problem')?.textContent, sent.length]).toEqual([
    '两次输入密码不一致',
    1,
  ])
  await send({ newpassword: 'weak', again: 'weak' })
  expect([document.querySelector('.py-problem')?.textContent, document.activeElement]).toEqual([
    '密码太简单',
    field('newpassword'),
  ])
  expect(document.querySelector('.py-problem-title'), 'no sign-in has failed').toBeNull()
  await send({ newpassword: 'Hq4#river', again: 'Hq4#river' })
  expect(document.activeElement).toBe(field('totp'))
  await send({ totp: '123456' })
  expect([sent.at(-1)?.body, currentSession().token]).toEqual([
    {
      username: 'lin',
      password: 'p',
      remember_me: false,
      totp: '123456',
      newpassword: 'Hq4#river',
    },
    'TOKEN',
  ])
})

it('takes a refusal back with the language it was shown in', async () => {
  answers(refused(422, '用户名或密码错误', { error: 'session.wrongPassword' }))
  await send({ username: 'lin', password: 'p' })
  expect(document.querySelector('.py-problem')?.textContent).toBe('用户名或密码错误')
  await act(() => speak('en_US'))
  await until(() => document.querySelector('.py-problem') === null)
})

it('goes back from the second proof to account and password', async () => {
  answers(refused(422, 'x', { error: 'session.totpRequired' }))
  await send({ username: 'lin', password: 'p' })
  await act(async () => document.querySelector<HTMLButtonElement>('.py-plain')?.click())
  await settle(5)
  expect([
    document.querySelector('h1')?.textContent,
    document.activeElement,
    field('username').value,
  ]).toEqual(['登录', field('password'), 'lin'])
})

it('leaves nothing behind once the browser was closed, where it was not to stay', async () => {
  answers(done)
  field('stay').checked = false
  await send({ username: 'lin', password: 'p' })
  expect(document.cookie).toContain('parcelyard_shift=1')
  document.cookie = 'parcelyard_shift=; Max-Age=0; Path=/'
  expect(restoredSession().token).toBeNull()
})

it('shows the image when the server wants it read, sends its key along, and fetches another after a miss', async () => {
  let tries = 0
  const sent = answers((one) => {
    if (one.url.pathname.includes('randomImage'))
      return good(`data:image/svg+xml;base64,${++tries}`)
    return one.body && Reflect.get(Object(one.body), 'captcha')
      ? refused(422, '验证码错误', { error: 'session.captchaWrong' })
      : refused(422, '请输入验证码', { error: 'session.captchaRequired' })
  })
  await send({ username: 'lin', password: 'p' })
  await until(() => document.querySelector('img') !== null)
  expect(document.activeElement).toBe(field('captcha'))
  const key = sent.at(-1)?.url.pathname.split('/').at(-1)
  await settle(5)
  await send({ captcha: 'ab12' })
  const call = sent.filter((one) => one.method === 'POST').at(-1)
  expect(call?.body).toMatchObject({ captcha: 'ab12', checkKey: key })
  await until(() => tries === 2)
  expect([document.body.textContent?.includes('验证码错误'), currentSession().token]).toEqual([
    true,
    null,
  ])
})

it('shows how few tries are left, once they are few', async () => {
  const wrong = (left: number) => ({
    body: {
      success: false,
      code: 422,
      message: '用户名或密码错误',
      error: 'session.wrongPassword',
      result: { left },
    },
  })
  answers(wrong(3), wrong(2))
  await send({ username: 'lin', password: 'p' })
  expect(document.querySelector('.py-problem')?.textContent).toBe('用户名或密码错误')
  await send({ username: 'lin', password: 'q' })
  expect(document.querySelector('.py-problem')?.textContent).toBe(
    '用户名或密码错误 还可尝试 2 次，之后需等待',
  )
})

it('shows that a session has ended and whose it was, until the next one is open', async () => {
  noteEndedSession('lin')
  await show(<SignIn />)
  expect([
    document.querySelector('.py-ended')?.textContent,
    field('username').value,
    document.activeElement,
  ]).toEqual(['登录已过期，请重新登录。已填写的内容已保留。', 'lin', field('password')])
  answers(done)
  await send({ password: 'p' })
  expect(endedSession()).toBeNull()
})

it.each([
  [{ lost: true }, '无法连接服务器'],
  [{ status: 429, headers: { 'retry-after': '9' } }, '请 9 秒后再试'],
  [refused(422, '用户名或密码错误'), '用户名或密码错误'],
])('shows why it did not work: %j', async (made, reported) => {
  answers(made)
  await send({ username: 'lin', password: 'p' })
  expect(document.querySelector('.py-problem')?.textContent).toContain(reported)
  expect(document.querySelector<HTMLButtonElement>('.py-submit')?.disabled).toBe(false)
})

it('names a sign-in that failed as the specification does, and not what is merely missing', async () => {
  await speak('en_US')
  await show(<SignIn />)
  const seen = () => document.querySelector('.py-problem-live')?.textContent
  await send({ username: 'lin', password: '' })
  expect(seen()).toBe('Please enter your password')
  answers({ status: 418, body: '' })
  await send({ username: 'lin', password: 'p' })
  expect(seen()).toBe('Sign failedRequest Error,loading...')
  answers(refused(422, 'User name or password is wrong.'))
  await send({ username: 'lin', password: 'p' })
  expect(seen()).toBe('Sign failedUser name or password is wrong.')
})
