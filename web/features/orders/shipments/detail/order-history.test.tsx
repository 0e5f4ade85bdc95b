// @vitest-environment happy-dom
import { MemoryRouter } from 'react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { OrderStep } from '#contracts/orders/order-history.ts'
import { answersAt, seen } from '#web/test/acts.ts'
import { queryClient } from '#web/kit/http/query.ts'
import { good, leave, show, speak, until } from '#web/test/page.tsx'
import { ORDER_DETAIL } from '../form/order-detail.fixture.ts'
import { OrderHistory } from './order-history.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const step = (more: Partial<OrderStep>): OrderStep => ({
  action: 'correct',
  from: '80331 München, DE',
  to: '80331 München, DE',
  name: null,
  otherId: null,
  otherNumber: null,
  createBy: 'li',
  createTime: '2026-11-02T10:00:00Z',
  ...more,
})

it('a corrected address names the fields that changed', async () => {
  await speak('en_US', 'shipments')
  answersAt({
    '/erp/shipment/history': good([
      step({ name: 'name,house' }),
      step({ name: 'city,postalCode', to: '1010 Wien, AT' }),
      step({ to: '20095 Hamburg, DE' }),
    ]),
  })
  await show(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <OrderHistory order={ORDER_DETAIL} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await until(() => seen().includes('Address corrected'))
  for (const text of [
    'Address corrected: Name, House no.',
    'Address corrected: City, Postal code (80331 München, DE → 1010 Wien, AT)',
    'Address corrected: 80331 München, DE → 20095 Hamburg, DE',
  ])
    expect(seen()).toContain(text)
})

it('parcels that were held and released, with the reason where it is known', async () => {
  await speak('en_US', 'shipments')
  answersAt({
    '/erp/shipment/history': good([
      step({ action: 'hold', from: null, to: '2', name: 'Unpaid' }),
      step({ action: 'hold', from: null, to: '1' }),
      step({ action: 'release', from: null, to: '2' }),
    ]),
  })
  await show(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <OrderHistory order={{ ...ORDER_DETAIL, id: '77' }} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await until(() => seen().includes('2 parcels held: Unpaid'))
  expect(seen()).toContain('1 parcel held')
  expect(seen()).toContain('2 parcels released')
})
