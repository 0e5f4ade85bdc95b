// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CaseDetail } from '#contracts/returns/cases/cases.ts'
import { CASE_MOVES } from '#contracts/returns/cases/cases.states.ts'
import { setUser } from '#web/kit/session/session.ts'
import { answersAt, bodiesOf, inputOf, press, pressKey, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import { AnswerBox } from './answer-box.tsx'
import { CaseStatus } from './case-status.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const ADD = '/rwms/comment/add'
const words = good([
  { value: 'waitingCustomer', text: 'Waiting for customer', label: 'w', color: 'warning' },
])
async function answer(status: 'open' | 'waitingCarrier') {
  const sent = answersAt({
    [ADD]: good({ id: '1' }),
    '/sys/dict/getDictItems/case_status': words,
  })
  const one: Partial<CaseDetail> = {
    id: '5',
    type: 'damage',
    status,
    moves: [...CASE_MOVES[status]],
    customerName: 'Nordlicht',
    contact: null,
    may: ['comment', 'handle'],
  }
  await showScreen(<AnswerBox one={one as CaseDetail} />, { texts: ['cases'] })
  await type(await inputOf('Answer to the customer'), 'It is on its way')
  await press('Send to Nordlicht')
  await until(() => bodiesOf(sent, ADD).length === 1)
  return bodiesOf(sent, ADD)[0]
}

it('an answer to an open case waits for the customer, and names its reader', async () => {
  expect(await answer('open')).toMatchObject({ to: ['customer'], status: 'waitingCustomer' })
  await until(() => seen().includes('Sent to Nordlicht'))
})

it('an answer meanwhile leaves a case with the carrier', async () => {
  expect(await answer('waitingCarrier')).not.toHaveProperty('status')
})

const boxOf = (label: string) =>
  [...document.querySelectorAll('textarea')].find((one) => one.labels[0]?.textContent === label)!
const readerOf = (label: string) =>
  [...document.querySelectorAll('.py-segments label')]
    .find((one) => one.textContent === label)!
    .querySelector('input')!

it('what was begun for one reader is there again after something was written for another', async () => {
  const sent = answersAt({ '/rwms/comment/mail': good({ id: '1', to: 'x' }) })
  const one = {
    id: '5',
    type: 'damage',
    status: 'open',
    moves: [],
    may: ['comment', 'note', 'handle'],
  }
  await showScreen(
    <AnswerBox
      one={{ ...one, customerName: 'Nordlicht', contact: null } as unknown as CaseDetail}
    />,
    { texts: ['cases'] },
  )
  await until(() => boxOf('Answer to the customer') !== undefined)
  await type(boxOf('Answer to the customer'), 'It is on its way')
  await press(readerOf('Mail to the carrier'))
  const mail = boxOf('Mail to the carrier')
  await type(mail, 'Where is it?')
  // Without an address the keys send as little as the button.
  await pressKey(mail, 'Enter', { ctrlKey: true })
  await press(readerOf('Answer to the customer'))
  expect(boxOf('Answer to the customer').value).toBe('It is on its way')
  expect(boxOf('Mail to the carrier').value).toBe('Where is it?')
  expect(bodiesOf(sent, '/rwms/comment/mail')).toEqual([])
})

it('who is waited for reads that it is they', async () => {
  answersAt({ '/sys/dict/getDictItems/case_status': words })
  await showScreen(<CaseStatus status="waitingCustomer" />, { texts: ['cases'] })
  await until(() => seen().includes('Waiting for customer'))
  await act(async () =>
    setUser(userInfo({ id: '1', username: 'li', realname: 'Somebody', customerId: '7' })),
  )
  await until(() => seen().includes('Waiting for you'))
})
