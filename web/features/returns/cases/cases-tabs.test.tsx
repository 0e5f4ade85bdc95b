// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import { setUser } from '#web/kit/session/session.ts'
import Cases from './Cases.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const checked = () =>
  [...document.querySelectorAll<HTMLLabelElement>('.ret-tabs label')]
    .filter((label) => label.querySelector('input')!.checked)
    .map((label) => label.textContent)

it('the tab of the status a link narrows to is the active one, and all of them is one click away', async () => {
  const sent = answersAt({
    '/rwms/case/list': good({ records: [], total: 0 }),
    '/rwms/case/counts': good({ open: 4, waitingCustomer: 2 }),
    '/sys/dict/getDictItems/case_status': good([
      { value: 'open', text: 'Open', label: 'Open' },
      { value: 'waitingCustomer', text: 'Waits for you', label: 'Waits for you' },
    ]),
  })
  const asked = () =>
    sent
      .filter(({ url }) => url.pathname.endsWith('/rwms/case/list'))
      .map(({ url }) => url.searchParams.get('status_MultiString'))
  await showScreen(<Cases title="Cases" />, {
    texts: ['cases'],
    rights: ['ret:case:list'],
    at: '/?status=waitingCustomer',
  })
  await until(() => seen().includes('6') && asked().length > 0)
  expect(asked().at(-1)).toBe('waitingCustomer')
  expect(checked()).toHaveLength(1)
  expect(checked()[0]).toContain('2')
  await press(document.querySelector('.ret-tabs input')!)
  await until(() => asked().at(-1) === null)
  expect(checked()[0]).toContain('6')
})

it('a customer reads in tab and filter alike that it is the one waited for', async () => {
  answersAt({
    '/rwms/case/list': good({ records: [], total: 0 }),
    '/rwms/case/counts': good({}),
    '/sys/dict/getDictItems/case_status': good([
      { value: 'waitingCustomer', text: 'Waiting for customer', label: 'Waiting for customer' },
    ]),
  })
  function OfCustomer() {
    useState(() => setUser(userInfo({ id: '1', username: 'lin', realname: '林', customerId: '7' })))
    return <Cases title="Cases" />
  }
  await showScreen(<OfCustomer />, { texts: ['cases'], at: '/?status=waitingCustomer' })
  await until(() => seen().includes('Waiting for you'))
  await press(document.querySelector('.py-filters .ant-btn[aria-haspopup=dialog]')!)
  await until(() => seen().split('Waiting for you').length > 2)
  expect(seen()).not.toContain('Waiting for customer')
})

it('the tabs count what the other filters leave', async () => {
  const sent = answersAt({
    '/rwms/case/list': ({ url }) =>
      good({ records: [], total: url.searchParams.get('status_MultiString') === 'open' ? 3 : 1 }),
    '/rwms/case/counts': good({ open: 40, waitingCustomer: 20 }),
    '/sys/dict/getDictItems/case_status': good([{ value: 'open', text: 'Open', label: 'Open' }]),
  })
  await showScreen(<Cases title="Cases" />, {
    texts: ['cases'],
    rights: ['ret:case:list'],
    at: '/?late=true',
  })
  const label = () => document.querySelectorAll('.ret-tabs label')[1]?.textContent ?? ''
  await until(() => label().includes('3'))
  expect(label()).not.toContain('40')
  const lists = sent.filter(({ url }) => url.pathname.endsWith('/rwms/case/list'))
  expect(lists.map(({ url }) => url.searchParams.get('late'))).not.toContain(null)
})
