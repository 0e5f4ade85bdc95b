// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { answersAt, seen } from '#web/test/acts.ts'
import { leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { NumberInList, NumberLinks } from './number-links.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const ORDERS = orderPerms('list')[0]!
const links = async (rights: string[], orderId: string | null = '7') => {
  answersAt({})
  await showScreen(
    <>
      <NumberInList row={{ source: 'number', sourceNo: 'T 1' }} />
      <NumberLinks one={{ orderId, source: 'number', sourceNo: 'T 1' }} />
    </>,
    { texts: ['cases'], rights },
  )
  await until(() => seen().includes('T 1'))
  return [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))
}

it('the number of a case leads to its order and its tracking', async () => {
  expect(await links([ORDERS, tracking.search.perm as string])).toEqual([
    '/shipment/all?words=T%201',
    '/shipment/all?open=7',
    '/tracking/search?nos=T%201',
  ])
})

it('without the rights, or an order within reach, no link leads there', async () => {
  expect(await links([])).toEqual([])
  await leave()
  expect(await links([ORDERS], null)).toEqual(['/shipment/all?words=T%201'])
})
