// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, settle, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Orders from './Orders.screen.tsx'

afterEach(async () => {
  document.querySelector('.ant-modal-wrap')?.remove()
  await leave()
  vi.unstubAllGlobals()
})
const list = { '/erp/shipment/list': good({ total: 0, records: [] }) }
const scan = (code: string) =>
  act(() => {
    for (const key of [...code, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    return Promise.resolve()
  })

it('a scan that is no order leaves the list under a dialog as it is', async () => {
  const sent = answersAt({
    ...list,
    '/erp/tracking/search': good([{ asked: 'XY1234567', shipmentId: null }]),
  })
  await showScreen(<Orders title="Orders" />, {
    texts: ['shipments'],
    rights: ['ship:b2c:list', 'trk:search:query'],
    at: '/shipment/all',
  })
  await until(() => seen().includes('Orders'))
  document.body.insertAdjacentHTML('beforeend', '<div class="ant-modal-wrap"></div>')
  await scan('XY1234567')
  await until(() => seen().includes('No order has the number XY1234567'))
  await settle()
  const asked = sent.filter(({ url }) => url.pathname.endsWith('/erp/tracking/search'))
  expect(asked).toHaveLength(1)
})

it('words of the address have no band where there is no box for them', async () => {
  answersAt(list)
  const at = { texts: ['shipments'], at: '/shipment/all?words=Klein' }
  const band = () => document.querySelector('.order-band')
  await showScreen(<Orders title="Orders" />, {
    ...at,
    rights: ['ship:b2c:list', 'trk:search:query'],
  })
  await until(() => band() !== null)
  await leave()
  await showScreen(<Orders title="Orders" />, { ...at, rights: ['ship:b2c:list'] })
  await until(() => seen().includes('Orders'))
  await settle(50)
  expect(band()).toBeNull()
})
