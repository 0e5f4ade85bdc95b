import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OrderTaskDetail } from '#contracts/orders/order-tasks.ts'
import { answersAt, bodiesOf, buttonOf, confirmBy, press, seen } from '#web/test/acts.ts'
import { clearBackgroundTasks } from '#web/kit/platform/background-tasks.ts'
import { flushDelayed } from '#web/kit/platform/undo/undo.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { useLocation } from 'react-router'
import { tracking } from '#contracts/tracking/tracking.ts'
import { OpenRefused, TaskResults } from './task-results.tsx'

const task = (more: Partial<OrderTaskDetail>): OrderTaskDetail => ({
  id: '7',
  action: 'print',
  status: 'done',
  total: 3,
  done: 3,
  accepted: 2,
  refused: 1,
  warned: 0,
  failure: null,
  resumable: false,
  reason: null,
  createTime: '2026-11-23T02:00:00Z',
  startedAt: null,
  finishedAt: null,
  files: [],
  sums: [],
  back: [],
  ...more,
})
const started = vi.fn()
const show = (more: Partial<OrderTaskDetail>) =>
  showScreen(<TaskResults task={task(more)} onStarted={started} />, {
    texts: ['shipments', 'order-tasks'],
  })
afterEach(async () => {
  clearBackgroundTasks()
  started.mockReset()
  await leave()
  vi.unstubAllGlobals()
})

it('offers the files of a print, and names when they are gone', async () => {
  await show({
    files: [
      {
        id: '1',
        name: 'labels-1-3.pdf',
        size: 2_048,
        url: '/sys/common/static/link/abc',
        expiresAt: '2026-11-30T02:00:00Z',
      },
    ],
  })
  const link = document.querySelector<HTMLAnchorElement>('a[download="labels-1-3.pdf"]')!
  expect(link.getAttribute('href')).toBe('/boot/sys/common/static/link/abc')
  expect(seen()).not.toContain('in one file')
  const parts = ['labels-1-200.pdf', 'labels-201-400.pdf'].map((name, at) => ({
    id: String(at),
    name,
    size: 2_048,
    url: `/sys/common/static/link/${at}`,
    expiresAt: null,
  }))
  await show({ files: parts })
  expect(seen()).toContain('All 2 in one file (zip)')
  await show({})
  expect(seen()).toContain('The files have expired')
})

const compared = async () => {
  const sent = answersAt({
    '/erp/orderTask/prepare': good({
      id: '8',
      total: 2,
      open: 2,
      closed: [],
      printed: null,
      back: [],
    }),
    '/erp/orderTask/start': good({ id: '8' }),
    '/erp/orderTask/queryById': good({ status: 'running', done: 1, total: 2 }),
  })
  await show({
    action: 'previewService',
    sums: [
      {
        currency: 'EUR',
        before: { net: '10.00', gross: '11.90' },
        after: { net: '12.50', gross: '14.88' },
        difference: { net: '2.50', gross: '2.98' },
      },
    ],
  })
  await until(() => seen().includes('+2.98 EUR'))
  await press('Change the service of 2 orders')
  await until(() => seen().includes('ten seconds to undo'))
  await confirmBy('Change service')
  await until(() => seen().includes('The service of 2 orders is changed'))
  return sent
}
const inNote = (part: string) => untilFound(() => document.querySelector(`.py-undo ${part}`))
it('shows what another service costs in all, and changes to it once it cannot be undone', async () => {
  const sent = await compared()
  expect(bodiesOf(sent, '/orderTask/prepare')).toEqual([{ action: 'changeService', from: '7' }])
  expect(bodiesOf(sent, '/orderTask/start')).toEqual([])
  // A second press would change them twice.
  const again = await buttonOf('Change the service of 2 orders')
  expect(again).toHaveProperty('disabled', true)
  await press(await inNote('[class$="-close"]'))
  await until(() => started.mock.calls.length === 1)
  expect(bodiesOf(sent, '/orderTask/start')).toEqual([{ id: '8', input: {} }])
  expect(started).toHaveBeenCalledWith('8')
})
it('a change of service that was undone changes nothing', async () => {
  const sent = await compared()
  await press(await inNote('.ant-btn'))
  await act(flushDelayed)
  expect(bodiesOf(sent, '/orderTask/start')).toEqual([])
  expect(await buttonOf('Change the service of 2 orders')).toHaveProperty('disabled', false)
})

it('a change of service that ran is taken back by comparing the services before', async () => {
  const sent = answersAt({
    '/erp/orderTask/prepare': good({
      id: '9',
      total: 2,
      open: 2,
      closed: [],
      printed: null,
      back: [],
    }),
    '/erp/orderTask/start': good({ id: '9' }),
  })
  await show({ action: 'changeService' })
  await press('Undo for 2 orders')
  await until(() => started.mock.calls.length === 1)
  expect(bodiesOf(sent, '/orderTask/prepare')).toEqual([{ action: 'previewService', from: '7' }])
  expect(started).toHaveBeenCalledWith('9')
})

it('names what a cancellation gave back', async () => {
  await show({
    action: 'cancel',
    back: [{ currency: 'EUR', charged: '0.00', held: '27.95', waiting: '5.00' }],
  })
  expect(seen()).toContain('27.95 EUR released, available again')
  expect(seen()).toContain('5.00 EUR will not be charged')
  expect(seen()).not.toContain('refunded')
})

function Address() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}
it('opens refused orders in their list, where they can be chosen and done again', async () => {
  const label = (no: number) => ({ id: String(no), label: `PY${no}`, ok: false })
  const sent = answersAt({
    '/erp/orderTask/rows': good({ records: [label(1), label(2)], total: 2 }),
  })
  await showScreen(
    <>
      <OpenRefused task={{ id: '7', refused: 2 }} />
      <Address />
    </>,
    { texts: ['order-tasks'], rights: [tracking.search.perm].flat() },
  )
  await press('Open the 2 orders not done')
  await until(() => seen().includes('at /shipment/all?nos=PY1%2CPY2'))
  expect(sent.some(({ url }) => url.searchParams.get('outcome') === 'refused')).toBe(true)
})
