// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { setUser } from '#web/kit/session/session.ts'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import PredictedReturns from './PredictedReturns.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('a customer reads where a predicted return goes, and no column for itself', async () => {
  answersAt({
    '/rwms/predictedReturn/list': good({ records: [], total: 0 }),
    '/rwms/predictedReturn/queryById': good({ id: '5', no: 'PR5', state: '0', depotId: '3' }),
    '/erp/depot/hours': good({
      id: '3',
      version: 1,
      timeZone: 'Europe/Amsterdam',
      address: ['Returns depot Venlo', 'Columbusweg 1', '5928 LA Venlo'],
      hours: [],
      holidays: [],
      text: '',
    }),
  })
  await showScreen(<PredictedReturns title="Predicted returns" />, {
    texts: ['predicted-returns', 'depots', 'return-tracks'],
    rights: ['ret:pred:list'],
    at: '/?_row=5',
  })
  await act(async () =>
    setUser(userInfo({ id: '1', username: 'li', realname: 'Somebody', customerId: '7' })),
  )
  await until(() => seen().includes('Columbusweg 1') && seen().includes('PR5'))
  const terms = [...document.querySelectorAll('.py-drawer dt')].map((one) => one.textContent)
  expect(terms).toContain('Returns depot')
  expect(terms).not.toContain('Customer')
})
