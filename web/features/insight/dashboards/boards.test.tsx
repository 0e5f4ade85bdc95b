import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { queryClient } from '../../../kit/http/query.ts'
import { currentSession, setRights, setUser } from '../../../kit/session/session.ts'
import {
  answers,
  good,
  leave,
  settle,
  show,
  signInForTest,
  speak,
  until,
  untilFound,
  type Sent,
} from '#web/test/page.tsx'
import { Analysis } from './analysis.tsx'
import { Workplace } from './workplace.tsx'
import Status from './Status.screen.tsx'
import { useRotation, type Every } from './use-rotation.ts'

const share = (key: string, orders: number) => ({ key, text: `Name ${key}`, orders })
const day = { day: '2026-11-21', orders: 5, received: 1, outbound: 1, delivered: 1, orderValue: [] }
const results: Record<string, unknown> = {
  '/rwms/dashboard/statusCount': { '0': 4, '45': 2, '90': 7 },
  '/rwms/dashboard/today': {
    added: 3,
    received: 2,
    outbound: 1,
    delivered: 0,
    exceptions: 0,
    held: 2,
  },
  '/rwms/dashboard/draftCount': { '0-2': 1, '3-7': 2, '8-30': 0, '30+': 1 },
  '/rwms/dashboard/analysis': {
    from: '2026-10-23',
    to: '2026-11-21',
    days: [day],
    total: { orders: 5, received: 1, outbound: 1, delivered: 1, orderValue: [] },
    byService: { top: [share('9', 5)], others: 0 },
    byCountry: { top: [], others: 0 },
    byCustomer: { top: [share('7', 5)], others: 0 },
  },
}
const answer = ({ url }: Sent) =>
  good(Object.entries(results).find(([path]) => url.pathname.endsWith(path))?.[1] ?? [])
const page = (inside: ReactNode) =>
  show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{inside}</MemoryRouter>
    </QueryClientProvider>,
  )
const press = (target: HTMLElement) => act(async () => target.click())
const order = (host: HTMLElement) =>
  [...host.querySelectorAll('[data-card]')].map((card) => card.getAttribute('data-card'))

beforeEach(async () => {
  localStorage.clear()
  queryClient.clear()
  signInForTest()
  setRights({
    menu: [],
    auth: ['ship:b2c:list', 'ship:parcel:list'].map((action) => ({ action, type: '1' })),
    allAuth: [],
  })
  await speak('en_US', 'dashboards', 'lists')
})
afterEach(leave)

test('the workplace shows where the orders are, the status board the last weeks, too', async () => {
  setRights({
    menu: [],
    auth: ['ship:b2c:list', 'dash:status:view', 'dash:analysis:view'].map((action) => ({
      action,
      type: '1',
    })),
    allAuth: [],
  })
  answers(answer)
  const own = await page(<Workplace />)
  await until(() => own.querySelectorAll('.dash-stage').length === 6)
  await leave()
  const board = await page(<Status />)
  await until(() => board.querySelector('[data-line="orders"]') !== null)
  expect(board.querySelector('[data-line="orders"] a')?.getAttribute('href')).toMatch(
    /^\/shipment\/all\?/,
  )
})

test('a customer’s first page shows what can be spent and leads to the recharge; staff have no balance', async () => {
  const auth = ['pay:account:list', 'pay:recharge:list'].map((action) => ({ action, type: '1' }))
  const account = { id: '5', currency: 'KWD', kind: 'customer', available: '12.345' }
  const ageing = { notDue: '0', due: '0', d30: '0', d60: '0', d90: '0', older: '0' }
  const spendableOf = { own: '12.345', credit: '0', other: '0' }
  const together = { perDay: '0', daysLeft: null }
  const figures = { spendable: '12.345', spendableOf, ...together, together, ageing }
  answers((sent) =>
    sent.url.pathname.endsWith('/erp/account/list')
      ? good({ records: [account], total: 1, pages: 1, current: 1, size: 50 })
      : sent.url.pathname.endsWith('/erp/account/figures')
        ? good({ 5: figures })
        : answer(sent),
  )
  await speak('en_US', 'dashboards', 'lists', 'accounts')
  for (const customerId of ['7', null]) {
    setRights({ menu: [], auth, allAuth: [] })
    setUser({ ...currentSession().user!, customerId })
    const home = await page(<Workplace />)
    if (customerId) {
      await until(() => home.textContent?.includes('12.345') ?? false)
      expect(home.querySelector('a[href="/shipment/recharges?_new=1"]')?.textContent).toBe(
        'Recharge',
      )
    } else {
      await settle(50)
      expect(home.querySelector('a[href="/shipment/recharges?_new=1"]')).toBeNull()
    }
    await leave()
  }
})

test('the status board names itself, and every figure of orders opens its list', async () => {
  const sent = answers(answer)
  const host = await page(<Status />)
  await until(() => host.querySelectorAll('.dash-stage').length === 6)
  expect(host.querySelector('h1')?.textContent).toBe('Status board')
  expect(host.textContent).not.toMatch(/Good (morning|day|afternoon|evening)|New order(?!s)/)
  const to = (name: string) =>
    [...host.querySelectorAll('a')]
      .find((link) => link.textContent?.includes(name))
      ?.getAttribute('href')
  expect(to('8–30 days')).toMatch(
    /^\/shipment\/all\?shipmentStatus=0&createTime_begin=\d{4}-\d\d-\d\d&createTime_end=\d{4}-\d\d-\d\d$/,
  )
  expect(
    [...host.querySelectorAll('.dash-today a')].map((link) => [
      link.textContent,
      link.getAttribute('href')?.split('?')[0],
    ]),
  ).toEqual([
    ['3', '/shipment/all'],
    ['2', '/shipment/parcels'],
    ['1', '/shipment/parcels'],
    ['0', '/shipment/parcels'],
    ['0', '/shipment/all'],
    ['2', '/shipment/parcels'],
  ])
  expect(
    sent
      .filter(({ url }) => url.pathname.includes('dashboard'))
      .every(({ url }) => !url.searchParams.has('shipmentResource')),
  ).toBe(true)
})

test('the stages add up to all orders; what counts them again, or others, names that', async () => {
  results['/rwms/dashboard/statusCount'] = { '0': 4, '45': 2, '90': 7, R20: 3 }
  answers(answer)
  const host = await page(<Status />)
  await until(() => host.querySelectorAll('.dash-stage').length === 7)
  const cards = [...host.querySelectorAll('.dash-stage')]
  const plain = cards.filter((card) => !card.querySelector(':scope > p'))
  const sum = plain.reduce(
    (all, card) => all + Number(card.querySelector('h2 span')!.textContent),
    0,
  )
  expect(host.querySelector('.dash-head small')?.textContent).toBe(`${sum} orders`)
  expect(
    cards
      .filter((card) => !plain.includes(card))
      .map((card) => [card.getAttribute('data-stage'), card.querySelector('p')?.textContent]),
  ).toEqual([
    ['waiting', 'Drafts by days of waiting, counted in “Before the depot”'],
    ['returns', 'Not among the orders'],
  ])
  results['/rwms/dashboard/statusCount'] = { '0': 4, '45': 2, '90': 7 }
})

test('every figure of the period leads to what it counts: orders of its kind, parcels of all', async () => {
  answers(answer)
  const host = await page(<Analysis />)
  await until(() => host.querySelectorAll('.dash-totals a').length === 4)
  expect(
    [...host.querySelectorAll('.dash-totals > div')].map((figure) => [
      figure.querySelector('dt')?.textContent,
      figure.querySelector('a')?.getAttribute('href')?.split('&')[0],
    ]),
  ).toEqual([
    ['Orders (not cancelled)', '/shipment/all?createTime_begin=2026-10-23'],
    ['Parcels received', '/shipment/parcels?receivedAt_begin=2026-10-23'],
    ['Parcels shipped', '/shipment/parcels?outboundAt_begin=2026-10-23'],
    ['Parcels delivered', '/shipment/parcels?deliveredAt_begin=2026-10-23'],
  ])
  await press(await untilFound(() => host.querySelector<HTMLElement>('.dash-totals dt span')))
  await until(
    () => document.querySelector('.ant-tooltip')?.textContent.includes('left out') ?? false,
  )
  expect(document.querySelector('.ant-tooltip')?.textContent).toMatch(
    /midnight in \S+, the company/,
  )
  expect(host.querySelector('h1')?.textContent, 'as the menu calls it').toBe('Home')
  await until(() => host.querySelectorAll('.dash-panel').length === 2)
  expect(
    [...host.querySelectorAll('.dash-panel figcaption')].map((one) => one.textContent),
  ).toEqual(['Orders', 'Parcels'])
})

test('a customer sees what they spend and what needs them, and no comparison with others', async () => {
  results['/rwms/dashboard/todos'] = [
    { kind: 'held', n: 1, path: '/shipment/all?shipmentStatus=45' },
  ]
  Object.assign(results['/rwms/dashboard/analysis'] as object, {
    total: {
      orders: 5,
      received: 1,
      outbound: 1,
      delivered: 1,
      orderValue: [{ currency: 'EUR', amount: '1193.29' }],
    },
  })
  const { user } = currentSession()
  setUser({ ...user!, customerId: '7' })
  answers(answer)
  const host = await page(<Analysis />)
  await until(() => order(host).length === 4 && host.textContent!.includes('Order held'))
  expect(order(host)).toEqual(['today', 'flow', 'service', 'country'])
  const cost = host.querySelector('[aria-label^="Order value, net (EUR)"]')
  expect(cost?.getAttribute('href')).toMatch(/^\/shipment\/all\?createTime_begin=/)
  expect(host.textContent).not.toMatch(/Revenue|by customer/)
})

test('of staff, who has work with money or late parcels finds it above the figures', async () => {
  results['/rwms/dashboard/todos'] = [
    { kind: 'invoiceDrafts', n: 2, path: '/accounting/invoices?status=draft' },
    { kind: 'lateParcels', n: 3, path: '/tracking/numbers?alert=stuck' },
  ]
  answers(answer)
  for (const right of ['acc:invoice:issue', 'trk:number:event', 'ship:b2c:list']) {
    const worked = right !== 'ship:b2c:list'
    setRights({ menu: [], auth: [{ action: right, type: '1' }], allAuth: [] })
    const host = await page(<Analysis />)
    await until(() => order(host).length === 5)
    if (worked)
      await until(() =>
        ['Invoice drafts to issue', 'Late parcels'].every((one) => host.textContent!.includes(one)),
      )
    const box = [...host.querySelectorAll('.dash-box')].find(
      (one) => one.querySelector('h2')?.textContent === 'To do',
    )
    expect([right, box !== undefined]).toEqual([right, worked])
    if (box)
      expect(box.compareDocumentPosition(host.querySelector('.dash-cards')!)).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      )
    await leave()
  }
})

test('the cards of the analysis are pinned, ordered and left out by hand and by key, and stay so', async () => {
  answers(answer)
  const host = await page(<Analysis />)
  await until(() => order(host).length === 5)
  await press(
    await untilFound(() => host.querySelector<HTMLElement>('[aria-label="Arrange cards"]')),
  )
  const tool = (name: string) =>
    untilFound(() => document.querySelector<HTMLElement>(`.dash-arrange [aria-label="${name}"]`))
  await press(await tool('Pin Orders by customer'))
  expect(order(host)).toEqual(['customer', 'today', 'flow', 'service', 'country'])
  await press(await tool('Move Today down'))
  expect(order(host)).toEqual(['customer', 'flow', 'today', 'service', 'country'])
  const row = await untilFound(() =>
    document.querySelector<HTMLElement>('.dash-arrange [data-key="service"]'),
  )
  await act(
    async () =>
      void row.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }),
      ),
  )
  expect(order(host)).toEqual(['customer', 'flow', 'service', 'today', 'country'])
  await press(await tool('Show Volume'))
  expect(order(host)).toEqual(['customer', 'service', 'today', 'country'])
  await leave()
  const again = await page(<Analysis />)
  await until(() => order(again).length === 4)
  expect(order(again)).toEqual(['customer', 'service', 'today', 'country'])
})

describe('a rotating screen', () => {
  const seen = { at: 0, held: false }
  const wall: { rotation?: ReturnType<typeof useRotation> } = {}
  function Wall({ every }: { every: Every }) {
    const rotation = useRotation(3, every)
    wall.rotation = rotation
    seen.at = rotation.at
    seen.held = rotation.paused
    return (
      <div data-wall {...rotation.watch}>
        <button type="button">x</button>
      </div>
    )
  }
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const point = (type: string, pointerType: string) =>
    act(
      async () =>
        void document
          .querySelector('[data-wall]')!
          .dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType })),
    )
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('turns the pages at its pace, in a circle, and stops where it is off', async () => {
    await show(<Wall every={10} />)
    for (const at of [0, 1, 2, 0]) {
      expect(seen.at).toBe(at)
      await pass(10_000)
    }
    await show(<Wall every={0} />)
    await pass(500_000)
    expect(seen.at).toBe(0)
  })

  test('waits while it is pointed at, but not for a mouse that was left lying; a finger does not hover', async () => {
    await show(<Wall every={10} />)
    await point('pointerover', 'touch')
    expect(seen.held).toBe(false)
    await point('pointermove', 'mouse')
    expect(seen.held).toBe(true)
    await pass(20_000)
    expect(seen.at).toBe(0)
    await pass(10_000)
    expect(seen.held).toBe(false)
    await pass(10_000)
    expect(seen.at).toBe(1)
  })

  test('waits while the focus is in it, the window is hidden, or it is paused', async () => {
    await show(<Wall every={10} />)
    const button = document.querySelector('button')!
    await act(async () => button.focus())
    await pass(50_000)
    expect([seen.at, seen.held]).toEqual([0, true])
    await act(async () => button.blur())
    await pass(10_000)
    expect(seen.at).toBe(1)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(50_000)
    expect([seen.at, seen.held]).toEqual([1, true])
    hidden.mockRestore()
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await act(async () => wall.rotation?.hold(true))
    await pass(50_000)
    expect(seen.at).toBe(1)
    // A step by hand goes on also while it waits.
    await act(async () => wall.rotation?.step(-1))
    expect(seen.at).toBe(0)
    await act(async () => wall.rotation?.step(-1))
    expect(seen.at).toBe(2)
  })
})
