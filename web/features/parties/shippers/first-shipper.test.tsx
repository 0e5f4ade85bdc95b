import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { shipperList, shippers } from '#contracts/parties/shippers.ts'
import { answersAt, inputAt, press } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import { setUser } from '../../../kit/session/session.ts'
import Shippers from './Shippers.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('the form of a customer’s first sender begins with the customer’s own data', async () => {
  answersAt({
    [shipperList.endpoints.list.path]: good({ records: [], total: 0 }),
    [shippers.propose.path]: good({
      name: 'Lin Mei',
      company: 'Kaiyuan Trading Ltd',
      country: 'CN',
      city: 'Shenzhen',
      postalCode: null,
      street: null,
    }),
  })
  await showScreen(<Shippers />, {
    texts: ['shippers'],
    rights: ['base:shipper:list', 'base:shipper:add'],
  })
  await act(async () =>
    setUser(userInfo({ id: '1', username: 'lin', realname: 'Lin', customerId: '9' })),
  )
  await press('New')
  await until(() => document.getElementById('shippers_name') !== null)
  expect(inputAt('shippers_name').value).toBe('Lin Mei')
  expect(inputAt('shippers_company').value).toBe('Kaiyuan Trading Ltd')
  expect(inputAt('shippers_postalCode').value).toBe('')
})
