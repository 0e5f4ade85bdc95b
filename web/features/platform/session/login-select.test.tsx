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
  type Made,
  type Sent,
} from '#web/test/page.tsx'
import { currentSession, setTenant } from '../../../kit/session/session.ts'
import { SignIn } from './sign-in.tsx'

const userInfo = { id: '7', username: 'lin', customerId: null, relTenantIds: '3' }
const departs = [
  { id: '1', orgCode: 'A02', departName: '仓储部', departNameEn: 'Warehouse' },
  { id: '2', orgCode: 'A01', departName: '客服部', departNameEn: null },
]
const opened = (more: object = {}) =>
  good({
    token: 'TOKEN',
    userInfo,
    departs: [departs[0]],
    multi_depart: 1,
    ask: true,
    tenantId: '3',
    sysAllDictItems: {},
    printSet: null,
    ...more,
  })
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const choices = () =>
  [...document.querySelectorAll('[role=dialog] label span')].map((one) => one.textContent)
const button = () =>
  document.querySelector<HTMLButtonElement>('[role=dialog] .py-submit') ?? expect.fail('no button')
const choose = async (name: string) => {
  const label =
    [...document.querySelectorAll('[role=dialog] label')].find((one) =>
      one.textContent?.includes(name),
    ) ?? expect.fail(`no ${name}`)
  await act(async () => label.querySelector('input')?.click())
}
const confirm = async () => {
  await act(async () => button().closest('form')?.requestSubmit())
  await settle(10)
}
/** Signs in against a server that answers by path. */
async function signInAt(answer: Made, paths: Record<string, Made> = {}): Promise<Sent[]> {
  const sent = answers((one) => {
    const path = one.url.pathname.replace('/boot', '')
    return path === '/sys/login' ? answer : (paths[path] ?? good(null))
  })
  const form = document.querySelector('form') ?? expect.fail('no form')
  for (const [name, value] of [
    ['username', 'lin'],
    ['password', 'p'],
  ] as const) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = value
  }
  await act(async () => form.requestSubmit())
  await settle(10)
  return sent
}
const called = (sent: Sent[]) =>
  sent.map(({ method, url }) => `${method} ${url.pathname.replace('/boot', '')}`)

beforeEach(async () => {
  localStorage.clear()
  signOutForTest()
  setTenant('99')
  await speak('zh_CN')
  await show(<SignIn />)
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('is not shown where there is nothing to choose, or the choice is remembered', async () => {
  await signInAt(opened())
  expect([dialog(), currentSession().token, currentSession().tenant]).toEqual([null, 'TOKEN', '3'])
  signOutForTest()
  await show(<SignIn />)
  await signInAt(opened({ ask: false, departs, multi_depart: 2 }))
  expect([dialog(), currentSession().token]).toEqual([null, 'TOKEN'])
})

it('asks for one of several departments, the last one first; nothing leads past it', async () => {
  const sent = await signInAt(opened({ departs, multi_depart: 2 }), {
    '/sys/selectDepart': good({ userInfo: { ...userInfo, orgCode: 'A01' } }),
  })
  await until(() => dialog() !== null)
  expect([dialog()?.querySelector('h1')?.textContent, choices(), currentSession().token]).toEqual([
    '选择部门',
    ['仓储部', '客服部'],
    null,
  ])
  expect(document.querySelector('form:not([role])')?.hasAttribute('inert')).toBe(true)
  expect(document.querySelectorAll('[role=dialog] button').length).toBe(1)
  await act(async () => {
    dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  expect(dialog()).not.toBeNull()
  await choose('客服部')
  await confirm()
  const call = sent.find(({ url }) => url.pathname.endsWith('/selectDepart'))
  expect([
    call?.method,
    call?.body,
    call?.headers.get('x-access-token'),
    call?.headers.get('tenant_id'),
  ]).toEqual(['PUT', { orgCode: 'A01', username: 'lin' }, 'TOKEN', '0'])
  expect([currentSession().token, currentSession().user?.orgCode]).toEqual(['TOKEN', 'A01'])
})

it('asks for the tenant first, then for a department of that tenant, and remembers where that was chosen', async () => {
  const sent = await signInAt(opened({ userInfo: { ...userInfo, relTenantIds: '3,5' } }), {
    '/sys/tenant/queryList': good([
      { id: '3', code: 'T3', name: '一号', nameEn: 'One', status: '1' },
      { id: '5', code: 'T5', name: '二号', nameEn: null, status: '1' },
    ]),
    '/sys/selectTenant': good({
      tenantId: '5',
      departs,
      multi_depart: 2,
      userInfo: { ...userInfo, relTenantIds: '3,5' },
    }),
    '/sys/selectDepart': good({ userInfo: { ...userInfo, relTenantIds: '3,5', orgCode: 'A02' } }),
  })
  await until(() => dialog() !== null)
  expect([dialog()?.querySelector('h1')?.textContent, choices()]).toEqual([
    '选择租户',
    ['一号', '二号'],
  ])
  expect(
    sent.find(({ url }) => url.pathname.endsWith('queryList'))?.url.searchParams.get('ids'),
  ).toBe('3,5')
  await choose('二号')
  await choose('记住选择')
  await confirm()
  await until(() => dialog()?.querySelector('h1')?.textContent === '选择部门')
  await confirm()
  expect(called(sent).slice(1)).toEqual([
    'GET /sys/tenant/queryList',
    'PUT /sys/selectTenant',
    'PUT /sys/selectDepart',
    'PUT /sys/userSetting/save',
  ])
  expect(sent.at(-1)?.body).toEqual({ key: 'signIn.goOn', value: true })
  expect([
    currentSession().token,
    currentSession().tenant,
    JSON.parse(localStorage.getItem('pro__TENANT_ID') ?? '{}'),
  ]).toEqual(['TOKEN', '5', { value: '5', expire: null }])
})

it('a choice that fails signs out again and shows why', async () => {
  const sent = await signInAt(opened({ departs, multi_depart: 2 }), {
    '/sys/selectDepart': refused(422, '您不属于该部门'),
  })
  await until(() => dialog() !== null)
  await confirm()
  expect(called(sent).slice(-2)).toEqual(['PUT /sys/selectDepart', 'POST /sys/logout'])
  expect([
    dialog(),
    currentSession().token,
    document.querySelector('.py-problem')?.textContent,
  ]).toEqual([null, null, '您不属于该部门'])
  expect(sent.at(-1)?.headers.get('x-access-token')).toBe('TOKEN')
})

it('a long list is searched', async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({
    id: String(at),
    orgCode: `A${at + 10}`,
    departName: `部门${at}`,
    departNameEn: null,
  }))
  await signInAt(opened({ departs: many, multi_depart: 2 }))
  await until(() => dialog() !== null)
  const search =
    document.querySelector<HTMLInputElement>('[role=dialog] input[type=search]') ??
    expect.fail('no search')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'a15')
    search.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(choices()).toEqual(['部门5'])
})
