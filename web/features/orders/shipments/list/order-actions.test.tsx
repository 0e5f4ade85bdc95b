import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { FLAG, PARCEL } from '#contracts/orders/shipments.states.ts'
import { answersAt, bodiesOf, confirmBy, press, seen, type, type Answer } from '#web/test/acts.ts'
import { good, leave, until, untilFound, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { isOpen, marksOf, toneOf, type OrderRow, type OrderState } from './order-state.ts'
import { useOrderActions, type BulkAction } from './use-order-actions.tsx'

const order = (id: string, status: number): OrderState => ({
  id,
  serialNumber: `PY${id}`,
  customerId: '9',
  kind: kindOf('B2C'),
  status,
  statusText: 'state',
  flags: 0,
})
const done = vi.fn()
function Page({ orders }: { orders: readonly OrderState[] }) {
  const actions = useOrderActions(done)
  return (
    <>
      {(['confirm', 'withdraw', 'cancel'] satisfies BulkAction[]).map((action) => (
        <button key={action} type="button" onClick={() => void actions.run(action, orders)}>
          do {action}
        </button>
      ))}
      {actions.sheet}
    </>
  )
}
async function open(
  orders: readonly OrderState[],
  routes: Record<string, Answer | Answer[]>,
  more: string[] = [],
): Promise<Sent[]> {
  const sent = answersAt(routes)
  await showScreen(<Page orders={orders} />, {
    texts: ['shipments'],
    rights: [
      ...more,
      ...(['confirm', 'withdraw', 'cancel'] as const).flatMap((action) => orderPerms(action)),
    ],
  })
  return sent
}
const row = (id: string, ok: boolean, message: string | null = null) => ({
  id,
  ok,
  label: `PY${id}`,
  code: ok ? null : 'x',
  message,
})
const DRAFT = Object.values(PARCEL).find((status) => isOpen('confirm', order('0', status))) ?? 0
const CONFIRMED =
  Object.values(PARCEL).find((status) => isOpen('withdraw', order('0', status))) ??
  expect.fail('nothing can be withdrawn')

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  done.mockReset()
})

describe('acting on orders', () => {
  it('confirms those that are open for it, without a question', async () => {
    const sent = await open([order('1', DRAFT), order('2', CONFIRMED), order('3', DRAFT)], {
      '/erp/shipment/confirm': good({ done: 2, failed: 0, rows: [row('1', true), row('3', true)] }),
    })
    await press('do confirm')
    await until(() => seen().includes('2 orders confirmed'))
    expect(bodiesOf(sent, '/shipment/confirm')).toEqual([{ ids: ['1', '3'] }])
    // They stay chosen: their labels are printed next.
    expect(done.mock.calls).toEqual([[[]]])
  })

  it('names what confirmed orders cost together, gross with net next to it, by currency', async () => {
    const sums = [
      { currency: 'EUR', net: '1203.00', gross: '1431.57' },
      { currency: 'USD', net: '7.25', gross: null },
    ]
    await open([order('1', DRAFT), order('3', DRAFT)], {
      '/erp/shipment/confirm': good({ done: 2, failed: 0, rows: [], sums }),
    })
    await press('do confirm')
    const text = '2 orders confirmed. Total: 1,431.57 EUR (1,203.00 net) + 7.25 USD'
    await until(() => seen().includes(text))
  })

  it('names what customs may ask about with a confirmation', async () => {
    const warned = (id: string) => ({
      ...row(id, true),
      warnings: [{ path: 'customs.exportType', code: 'x', message: 'No reason for export' }],
    })
    await open([order('1', DRAFT), order('3', DRAFT)], {
      '/erp/shipment/confirm': good({ done: 2, failed: 0, rows: [warned('1'), warned('3')] }),
    })
    await press('do confirm')
    await until(() => seen().includes('2 orders are to be checked.'))
    expect(seen()).not.toContain('Done, with a note')
    await press('Show')
    await until(() => seen().includes('No reason for export'))
    expect(seen()).toContain('Done, with a note')
    expect(seen()).not.toContain('Not done')
  })

  it('names it of a single order in a message that goes by itself', async () => {
    const warnings = [{ path: 'parcels', code: 'x', message: 'List the goods' }]
    await open([order('1', DRAFT)], {
      '/erp/shipment/confirm': good({
        done: 1,
        failed: 0,
        rows: [{ ...row('1', true), warnings }],
      }),
    })
    await press('do confirm')
    await until(() => seen().includes('List the goods'))
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('asks before it confirms more than fifty', async () => {
    const orders = Array.from({ length: 60 }, (_, at) => order(String(at + 1), DRAFT))
    const sent = await open(orders, {
      '/erp/shipment/confirm': good({ done: 60, failed: 0, rows: [] }),
    })
    await press('do confirm')
    await until(() => seen().includes('Confirm 60 orders?'))
    expect(sent).toEqual([])
    await confirmBy('Confirm 60 orders')
    await until(() => seen().includes('60 orders confirmed'))
  })

  it('does nothing where none is open', async () => {
    const sent = await open([order('2', CONFIRMED)], {})
    await press('do confirm')
    expect(sent).toEqual([])
  })

  it('withdraws after naming which', async () => {
    const sent = await open([order('1', DRAFT), order('2', CONFIRMED)], {
      '/erp/shipment/withdraw': good({ done: 1, failed: 0, rows: [row('2', true)] }),
    })
    await press('do withdraw')
    await until(() => seen().includes('Withdraw the confirmation of 1 order?'))
    expect(document.querySelector('.py-names')?.textContent).toBe('PY2')
    await confirmBy('Back')
    expect(sent).toEqual([])
    await press('do withdraw')
    await confirmBy('Withdraw 1 order')
    await until(() => bodiesOf(sent, '/shipment/withdraw').length === 1)
  })

  it.each(QUOTED_FOR)(
    'names what a cancellation gives back, before and after (%s)',
    async (right) => {
      await open(
        [order('1', CONFIRMED), order('2', CONFIRMED)],
        {
          '/erp/charging/previewEnding': [
            good([
              { currency: 'EUR', charged: '1203.00', held: '27.95', waiting: '0.00' },
              { currency: 'JPY', charged: '0', held: '900', waiting: '1400' },
            ]),
            good([{ currency: 'EUR', charged: '1203.00', held: '7.45', waiting: '0.00' }]),
          ],
          '/erp/shipment/cancel': good({ done: 1, failed: 1, rows: [] }),
        },
        [right],
      )
      await press('do cancel')
      const reason = await untilFound(() =>
        document.querySelector<HTMLTextAreaElement>('.py-reason'),
      )
      expect(seen()).toContain('1,203.00 EUR is refunded to the customer’s account.')
      expect(seen()).toContain('27.95 EUR + 900 JPY reserved is released and available again.')
      expect(seen()).toContain('1,400 JPY not charged yet will not be charged.')
      await type(reason, 'twice')
      await confirmBy('Cancel 2 orders')
      const text =
        '1 order cancelled. 20.50 EUR + 900 JPY released, available again. 1,400 JPY will not be charged'
      await until(() => seen().includes(text))
    },
  )

  it('cancels with a reason only, and tries the refused again with the same', async () => {
    const sent = await open([order('1', DRAFT), order('2', CONFIRMED)], {
      '/erp/shipment/cancel': [
        good({ done: 1, failed: 1, rows: [row('1', true), row('2', false, 'is on its way')] }),
        good({ done: 1, failed: 0, rows: [row('2', true)] }),
      ],
    })
    await press('do cancel')
    const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
    const ok = () =>
      [...document.querySelectorAll<HTMLButtonElement>('.ant-modal-confirm button')].find(
        (one) => one.textContent === 'Cancel 2 orders',
      )
    expect(ok()?.disabled).toBe(true)
    await type(reason, ' twice ')
    await until(() => ok()?.disabled === false)
    await confirmBy('Cancel 2 orders')
    await until(() => seen().includes('is on its way'))
    await press('Retry 1 failed')
    await until(() => bodiesOf(sent, '/shipment/cancel').length === 2)
    expect(bodiesOf(sent, '/shipment/cancel')).toEqual([
      { ids: ['1', '2'], reason: 'twice' },
      { ids: ['2'], reason: 'twice' },
    ])
    // Those done are chosen no longer, those refused are.
    expect(done.mock.calls).toEqual([[['1']], [['2']]])
  })
})

describe('what was refused', () => {
  const outcome = (rows: ReturnType<typeof row>[]) =>
    good({ done: rows.filter((one) => one.ok).length, failed: 1, rows })
  it('of one order shows which and why, and offers no retry', async () => {
    await open([order('7', DRAFT)], {
      '/erp/shipment/confirm': outcome([row('7', false, 'No numbers left')]),
    })
    await press('do confirm')
    await until(() => seen().includes('No numbers left'))
    expect(seen()).toContain('PY7')
    expect(seen()).not.toContain('Retry')
    expect(seen()).not.toContain('failed')
  })
  it('by its state is not tried again, the others are', async () => {
    const closed = { ...row('1', false, 'is cancelled'), code: 'shipment.not.confirm' }
    const sent = await open([order('1', DRAFT), order('2', DRAFT)], {
      '/erp/shipment/confirm': good({
        done: 0,
        failed: 2,
        rows: [closed, row('2', false, 'No numbers left')],
      }),
    })
    await press('do confirm')
    await press('Retry 1 failed')
    await until(() => bodiesOf(sent, '/shipment/confirm').length === 2)
    expect(bodiesOf(sent, '/shipment/confirm')[1]).toEqual({ ids: ['2'] })
  })
})

describe('the marks of an order', () => {
  const marked = (flags: number, status: number = DRAFT) =>
    ({ flags, shipmentStatus: String(status) }) as unknown as OrderRow
  it('are none where nothing is odd', () => {
    expect(marksOf(marked(0))).toEqual([])
    expect(toneOf(marked(0))).toBeUndefined()
  })
  it('put the urgent first and give the row its colour', () => {
    const both = marked(FLAG.hasException | FLAG.needConfirm)
    expect(marksOf(both)).toEqual([
      { key: String(FLAG.hasException), bad: true },
      { key: String(FLAG.needConfirm), bad: false },
    ])
    expect(toneOf(both)).toBe('bad')
    expect(toneOf(marked(FLAG.needConfirm))).toBe('warning')
    expect(toneOf(marked(FLAG.partReceived))).toBeUndefined()
  })
  it('a held one is bad whatever else it is', () => {
    expect(marksOf(marked(0, PARCEL.HELD))).toEqual([])
    expect(toneOf(marked(0, PARCEL.HELD))).toBe('bad')
  })
})
