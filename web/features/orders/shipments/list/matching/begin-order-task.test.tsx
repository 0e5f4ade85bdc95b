import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { backgroundTasks, clearBackgroundTasks } from '#web/kit/platform/background-tasks.ts'
import { answersAt, bodiesOf, confirmBy, press, seen, type, type Answer } from '#web/test/acts.ts'
import { good, leave, until, untilFound, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { useMatching } from './use-matching.ts'
import { useOrderActions } from '../use-order-actions.tsx'

const MANY = Array.from({ length: 120 }, (_, at) => ({
  id: String(at + 1),
  serialNumber: `PY${at + 1}`,
  customerId: '9',
  kind: kindOf('B2C'),
  status: PARCEL.DRAFT,
  statusText: 'state',
  flags: 0,
}))
function Page() {
  const actions = useOrderActions()
  return (
    <>
      <button type="button" onClick={() => void actions.run('confirm', MANY)}>
        many
      </button>
      <button type="button" onClick={() => void actions.runAll('cancel', { city: 'Ulm' })}>
        cancel all
      </button>
      <button
        type="button"
        onClick={() => void actions.runAll('print', { city: 'Ulm' }, { format: 'pdf' })}
      >
        print all
      </button>
      <button type="button" onClick={() => void actions.runAll('remark', { city: 'Ulm' })}>
        remark all
      </button>
    </>
  )
}
const prepared = (total: number, open: number) =>
  good({
    id: '9',
    total,
    open,
    closed: open < total ? [{ status: 90, text: 'Delivered', count: total - open }] : [],
    back: [{ currency: 'EUR', charged: '1203.00', held: '27.95', waiting: '5.00' }],
  })
async function open(routes: Record<string, Answer | Answer[]>): Promise<Sent[]> {
  const sent = answersAt({
    '/erp/orderTask/start': good({ id: '9' }),
    '/erp/orderTask/queryById': good({ status: 'running', done: 1, total: 9 }),
    ...routes,
  })
  await showScreen(<Page />, {
    texts: ['shipments', 'order-tasks'],
    rights: (['confirm', 'cancel', 'edit', 'list'] as const).flatMap((action) =>
      orderPerms(action),
    ),
  })
  return sent
}
const ok = (name: string) =>
  untilFound(() =>
    [...document.querySelectorAll<HTMLButtonElement>('.ant-modal-confirm button')].find(
      (one) => one.textContent === name,
    ),
  )

afterEach(async () => {
  clearBackgroundTasks()
  await leave()
  vi.unstubAllGlobals()
})

describe('an action on more orders than one waits for', () => {
  it('counts, asks with what cannot be done, begins, and is followed in the tray', async () => {
    const sent = await open({ '/erp/orderTask/prepare': prepared(12_480, 12_000) })
    await press('cancel all')
    await until(() => seen().includes('Cancel orders: all 12,480 orders?'))
    expect(bodiesOf(sent, '/orderTask/prepare')).toEqual([
      { action: 'cancel', query: { city: 'Ulm' } },
    ])
    expect(seen()).toContain('The selection contains inoperable orders: 480')
    expect(seen()).toContain('Delivered: 480')
    expect(seen()).toContain('1,203.00 EUR is refunded to the customer’s account.')
    expect(seen()).toContain('27.95 EUR reserved is released and available again.')
    expect(seen()).toContain('5.00 EUR not charged yet will not be charged.')
    expect((await ok('Cancel orders')).disabled).toBe(true)
    const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
    await type(reason, 'twice')
    await confirmBy('Cancel orders')
    await until(() => bodiesOf(sent, '/orderTask/start').length === 1)
    expect(bodiesOf(sent, '/orderTask/start')).toEqual([{ id: '9', input: { reason: 'twice' } }])
    await until(() => backgroundTasks().length === 1)
    expect(backgroundTasks()[0]).toMatchObject({ path: '/shipment/tasks?_row=9' })
  })

  it('of chosen rows too, when they are many; a way back drops what was counted', async () => {
    const sent = await open({ '/erp/orderTask/prepare': prepared(120, 120) })
    await press('many')
    await until(() => seen().includes('Confirm orders: all 120 orders?'))
    expect((bodiesOf(sent, '/orderTask/prepare')[0] as { ids: string[] }).ids.length).toBe(120)
    await confirmBy('Back')
    await until(() => bodiesOf(sent, '/orderTask/stop').length === 1)
    expect(bodiesOf(sent, '/orderTask/start')).toEqual([])
  })

  it('counts a single order as one', async () => {
    await open({ '/erp/orderTask/prepare': prepared(1, 1) })
    await press('cancel all')
    await until(() => seen().includes('Cancel orders: this order?'))
  })

  it('asks nothing where none is open for it', async () => {
    const sent = await open({ '/erp/orderTask/prepare': prepared(7, 0) })
    await press('cancel all')
    await until(() => seen().includes('None of the 7 orders is open for this action.'))
    await until(() => bodiesOf(sent, '/orderTask/stop').length === 1)
  })

  it.each([
    ['', {}],
    ['jam', { reason: 'jam' }],
  ])('prints again only for a reason, which may be left out: “%s”', async (typed, input) => {
    const answer = good({ id: '9', total: 7, open: 7, closed: [], printed: 3, back: [] })
    const sent = await open({ '/erp/orderTask/prepare': answer })
    await press('print all')
    await until(() => seen().includes('3 of them were printed before'))
    const field = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
    await type(field, typed)
    await confirmBy('Print labels')
    await until(() => bodiesOf(sent, '/orderTask/start').length === 1)
    expect(bodiesOf(sent, '/orderTask/start')).toEqual([
      { id: '9', input: { format: 'pdf', ...input } },
    ])
  })

  it('asks for a remark in its own words', async () => {
    const sent = await open({ '/erp/orderTask/prepare': prepared(7, 7) })
    await press('remark all')
    const field = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
    expect(field.getAttribute('aria-label')).toBe('Remark')
    await type(field, 'call first')
    await confirmBy('Add a remark')
    await until(() => bodiesOf(sent, '/orderTask/start').length === 1)
    expect(bodiesOf(sent, '/orderTask/start')).toEqual([
      { id: '9', input: { remark: 'call first' } },
    ])
  })
})

function Choice({ wire }: { wire: Record<string, string> }) {
  const matching = useMatching({ wire })
  return (
    <button type="button" onClick={matching.choose}>
      {matching.chosen ? 'all chosen' : 'not all'}
    </button>
  )
}
it('all that match are chosen until the filters are others; the sort may change', async () => {
  const page = (wire: Record<string, string>) => showScreen(<Choice wire={wire} />)
  await page({ city: 'Ulm', column: 'city' })
  await press('not all')
  expect(seen()).toContain('all chosen')
  await page({ city: 'Ulm', column: 'country' })
  await page({ city: 'Bonn', column: 'country' })
  expect(seen()).toContain('not all')
})
