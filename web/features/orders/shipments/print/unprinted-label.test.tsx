import { afterEach, expect, it, vi } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ORDER_DETAIL } from '../form/order-detail.fixture.ts'
import { UnprintedLabel } from './unprinted-label.tsx'

const withLabel = (labelCopies: number): OrderDetail => ({
  ...ORDER_DETAIL,
  parcels: ORDER_DETAIL.parcels.map((one) => ({
    ...one,
    parcelStatus: PARCEL.LABELLED,
    labelCopies,
  })),
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it.each([
  [0, true],
  [1, false],
])('a label with %s copies asks to be printed: %s', async (copies, asks) => {
  answersAt({ '/erp/printSet/offered': good({ sets: [], mineId: null }) })
  const run = vi.fn(() => Promise.resolve())
  const order = withLabel(copies)
  await showScreen(<UnprintedLabel order={order} printing={{ run, busy: false }} />, {
    texts: ['shipments'],
  })
  expect(seen().includes('is not printed yet')).toBe(asks)
  if (!asks) return
  await press('Print labels')
  expect(run).toHaveBeenCalledWith([expect.objectContaining({ id: order.id })])
})
