import { act, useEffect, useEffectEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import type { List } from '#web/kit/list/list.ts'
import { clearBackgroundTasks } from '#web/kit/platform/background-tasks.ts'
import { answersAt, bodiesOf, confirmBy, press, seen } from '#web/test/acts.ts'
import { good, leave, setWindowWidth, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { OrderRow } from '../order-state.ts'
import { useChosenOrders } from '../use-chosen-orders.ts'
import { useOrderActions } from '../use-order-actions.tsx'
import BulkActions from './bulk-actions.tsx'
import { useMatching } from './use-matching.ts'

/** Two to confirm, one to release, the others delivered; a third of them from stock. */
const rowOf = (at: number): OrderRow =>
  ({
    id: String(at),
    serialNumber: `PY${at}`,
    customerId: '9',
    shipmentResource: at % 3 === 0 ? 'WMS' : 'B2C',
    shipmentStatus: String(at < 2 ? PARCEL.DRAFT : at === 2 ? PARCEL.HELD : PARCEL.DELIVERED),
    shipmentStatus_dictText: 'state',
    confirmTime: at < 2 ? null : '2026-11-23T00:00:00Z',
    stockState: at % 3 === 0 ? 'reserved' : null,
    flags: 0,
  }) as unknown as OrderRow
const list = (rows: readonly OrderRow[]) =>
  ({
    rows: rows.slice(0, 5),
    total: 5_000,
    capped: false,
    stale: false,
    wire: { city: 'Ulm' },
  }) as unknown as List<OrderRow>
const printing = { run: () => Promise.resolve(), busy: false }

function Page({ rows }: { rows: readonly OrderRow[] }) {
  const { selection, release } = useChosenOrders(rows.slice(0, 5))
  const actions = useOrderActions(release)
  const shown = list(rows)
  const matching = useMatching(shown)
  const choose = useEffectEvent(() => selection.add(rows))
  useEffect(() => choose(), [])
  return (
    <>
      {selection.ids.size > 0 && (
        <BulkActions
          selection={selection}
          list={shown}
          columns={[]}
          actions={actions}
          printing={printing}
          matching={matching}
          kind={null}
          onDone={release}
        />
      )}
      {actions.sheet}
    </>
  )
}
async function open(count: number, routes: Parameters<typeof answersAt>[0] = {}): Promise<Sent[]> {
  const sent = answersAt(routes)
  const rows = Array.from({ length: count }, (_, at) => rowOf(at))
  await showScreen(<Page rows={rows} />, {
    texts: ['shipments', 'order-tasks'],
    rights: [
      ...(['list', 'confirm', 'withdraw', 'release', 'cancel', 'edit', 'lost'] as const).flatMap(
        (action) => orderPerms(action),
      ),
      ...[stockWaves.allocate, stockWaves.release].flatMap(({ perm }) => perm),
      'ship:document:print',
    ],
  })
  return sent
}
const buttons = () =>
  [...document.querySelectorAll('.py-bulk button')].map(({ textContent }) => textContent)
const menu = async (name: string) => {
  await press(name)
  await until(() => document.querySelector('.ant-dropdown-menu-item-group') !== null)
  return [...document.querySelectorAll('.ant-dropdown-menu-item-group')].map((group) => ({
    [group.querySelector('.ant-dropdown-menu-item-group-title')?.textContent ?? '']: [
      ...group.querySelectorAll('.ant-dropdown-menu-item'),
    ].map(({ textContent }) => textContent),
  }))
}
const choose = (name: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')]
      .find(({ textContent }) => textContent?.startsWith(name))
      ?.click(),
  )

afterEach(async () => {
  setWindowWidth(1440)
  clearBackgroundTasks()
  await leave()
  vi.unstubAllGlobals()
})

it('has the main actions as buttons and the others in a menu, by what they do', async () => {
  await open(6)
  expect(buttons()).toEqual([
    'Select all 5,000 matching',
    'Confirm 2 orders',
    'Release 1 order',
    'More actions',
    'Deselect',
  ])
  expect(await menu('More actions')).toEqual([
    { Status: ['Withdraw0', 'Cancel order2'] },
    { 'Price and service': ['Refresh price2', 'Change service2'] },
    { Stock: ['Release stock1', 'Back-order1'] },
    { Change: ['Add a remark6'] },
    { Files: ['Documents6'] },
  ])
})

it('offers on a phone only what can be done, in short words', async () => {
  setWindowWidth(390)
  await open(6)
  expect(buttons()).toContain('Confirm 2')
  expect((await menu('More'))[0]).toEqual({ Status: ['Cancel order2'] })
})

it('of all that match it names no counts, and the choice is over once the work began', async () => {
  const sent = await open(6, {
    '/erp/orderTask/prepare': good({ id: '9', total: 5_000, open: 5_000, closed: [], back: [] }),
    '/erp/orderTask/start': good({ id: '9' }),
    '/erp/orderTask/stop': good(null),
    '/erp/orderTask/queryById': good({ status: 'running', done: 1, total: 9 }),
  })
  await press('Select all 5,000 matching')
  await menu('More actions')
  await choose('Refresh price')
  await until(() => seen().includes('all 5,000 orders?'))
  await confirmBy('Back')
  expect(seen()).toContain('All 5,000')
  await press('Confirm orders')
  await until(() => seen().includes('Confirm orders: all 5,000 orders?'))
  await confirmBy('Confirm orders')
  await until(() => bodiesOf(sent, '/orderTask/start').length === 1)
  await until(() => document.querySelector('.py-bulk') === null)
})

it('hands more than a hundred to a task: those stay chosen that it does not have', async () => {
  const sent = await open(150, {
    '/erp/orderTask/prepare': good({ id: '9', total: 150, open: 150, closed: [], back: [] }),
    '/erp/orderTask/start': good({ id: '9' }),
    '/erp/orderTask/queryById': good({ status: 'running', done: 1, total: 150 }),
    '/erp/shipment/list': good({ records: [], total: 0 }),
  })
  expect(seen()).toContain('150 selected')
  expect(seen()).toContain('145 not on this page')
  await menu('More actions')
  await choose('Add a remark')
  const field = () => document.querySelector<HTMLTextAreaElement>('.py-reason')
  await until(() => field() !== null)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      field(),
      'call first',
    )
    field()?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await confirmBy('Add a remark')
  await until(() => bodiesOf(sent, '/orderTask/start').length === 1)
  expect((bodiesOf(sent, '/orderTask/prepare')[0] as { ids: string[] }).ids).toHaveLength(150)
  await until(() => document.querySelector('.py-bulk') === null)
})
