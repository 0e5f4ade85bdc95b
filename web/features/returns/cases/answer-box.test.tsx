// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CaseDetail } from '#contracts/returns/cases/cases.ts'
import { CASE_MOVES } from '#contracts/returns/cases/cases.states.ts'
import { setUser } from '#web/kit/session/session.ts'
import { answersAt, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
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

it('who is waited for reads that it is they', async () => {
  answersAt({ '/sys/dict/getDictItems/case_status': words })
  await showScreen(<CaseStatus status="waitingCustomer" />, { texts: ['cases'] })
  await until(() => seen().includes('Waiting for customer'))
  await act(async () =>
    setUser(userInfo({ id: '1', username: 'li', realname: 'Somebody', customerId: '7' })),
  )
  await until(() => seen().includes('Waiting for you'))
})
