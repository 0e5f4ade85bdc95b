// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { answersAt, seen } from '#web/test/acts.ts'
import { queryClient } from '#web/kit/http/query.ts'
import { currentSession, setUser } from '#web/kit/session/session.ts'
import { good, leave, settle, show, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ORDER_DETAIL } from '../form/order-detail.fixture.ts'
import { OrderDepot } from './order-depot.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const HOURS = {
  id: '4',
  version: 1,
  timeZone: 'Europe/Berlin',
  address: ['Frankfurt depot (FRA1)', 'Cargo City Süd 12', '60549 Frankfurt', 'DE'],
  hours: [],
  holidays: [],
  text: 'Mon–Fri 08:00–18:00',
}
const open = async (customerId: string | null, parcelStatus: number) => {
  const sent = answersAt({ '/erp/depot/hours': good(HOURS) })
  const parcels = ORDER_DETAIL.parcels.map((parcel) => ({ ...parcel, parcelStatus }))
  await showScreen(<p />, { texts: ['depots'] })
  setUser({ ...currentSession().user!, customerId })
  await show(
    <QueryClientProvider client={queryClient}>
      <OrderDepot order={{ ...ORDER_DETAIL, parcels }} />
    </QueryClientProvider>,
  )
  await settle(10)
  return sent
}

it('a customer reads where the boxes of an order go, under a mark with its code and the order', async () => {
  await open('9', PARCEL.LABELLED)
  await until(() => seen().includes('Cargo City Süd 12'))
  expect(seen()).toContain('C1 / PY0000000007')
  expect(seen()).toContain('Mon–Fri 08:00–18:00')
})

it('not once the depot has them, and staff are not asked to send any', async () => {
  expect(await open('9', PARCEL.RECEIVED)).toEqual([])
  expect(await open(null, PARCEL.LABELLED)).toEqual([])
})
