// @vitest-environment happy-dom
import { act, useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, choose, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ConfirmDialog from './confirm-dialog.tsx'
import { less } from './less.ts'
import type { RechargeRow } from './recharge-cells.tsx'
import NewRecharge from './new-recharge.tsx'
import RefundDialog from './refund-dialog.tsx'
import { useRechargeActions } from './use-recharge-actions.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const row = {
  id: '4',
  version: 2,
  reference: 'RF18',
  customerId_dictText: 'Acme',
  currency: 'EUR',
  amount: '500.00',
  received: '0.00',
  refunded: '0.00',
  status: 'draft',
  channel: 'BANK',
  firstBy: null,
} as unknown as RechargeRow

it('an amount less another one, in the decimals of the currency, never below zero', () => {
  expect(less('500.00', '120.50', 'EUR')).toBe('379.50')
  expect(less('500', '120', 'JPY')).toBe('380')
  expect(less('1.500', '0.001', 'KWD')).toBe('1.499')
  expect(less('1.00', '2.00', 'EUR')).toBe('0.00')
  expect(less('x', '2.00', 'EUR')).toBe('0.00')
})

it('a refund begins with what is left of what came', async () => {
  const sent = answersAt({
    '/erp/recharge/refund': good({ ...row, refunded: '200.00' }),
    '/erp/account/list': good({ records: [{ id: '1', available: '310.00' }], total: 1 }),
  })
  const onClose = vi.fn()
  const paid = {
    ...row,
    status: 'confirmed',
    received: '500.00',
    refunded: '120.00',
  } as RechargeRow
  await showScreen(<RefundDialog row={paid} onClose={onClose} />, {
    texts: ['recharges'],
    rights: ['acc:account:list'],
  })
  await until(() => seen().includes('380.00'))
  await until(() => seen().includes('Available in the account: 310.00 EUR'))
  expect(seen()).toContain('Customer: Acme')
  const amount = await untilInput()
  expect(amount.value).toBe('380.00')
  await type(amount, ' 80.00 ')
  const reason = [...document.querySelectorAll<HTMLInputElement>('.ant-modal input')].at(-1)!
  await type(reason, 'cancelled')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/recharge/refund')).toEqual([
    { id: '4', version: 2, amount: '80.00', reason: 'cancelled' },
  ])
  await until(() => seen().includes('80.00 EUR refunded to Acme'))
})

it('above what one user may confirm a second one is announced before the button', async () => {
  answersAt({ '/erp/recharge/alone': good({ left: '400.00' }) })
  await showScreen(<ConfirmDialog row={row} onClose={() => undefined} />, { texts: ['recharges'] })
  await until(() => document.querySelector('.rch-first') !== null)
  const amount = await untilInput()
  await type(amount, '400.00')
  await until(() => document.querySelector('.rch-first') === null)
  await type(amount, '400.01')
  await until(() => document.querySelector('.rch-first') !== null)
})

it('the payer and the open bank line with its reference are named, with the way to it', async () => {
  const line = { id: '66', bookedOn: '2026-11-20', amount: '500.00', counterparty: 'Acme Bank' }
  const reported = { ...row, payer: 'Acme Payer' } as RechargeRow
  for (const found of [line, null]) {
    answersAt({ '/erp/recharge/alone': good({ left: '900.00', line: found }) })
    await showScreen(<ConfirmDialog row={reported} onClose={() => undefined} />, {
      texts: ['recharges'],
    })
    await until(() => seen().includes('Acme Payer'))
    if (found) await until(() => seen().includes('2026-11-20, 500.00 EUR, Acme Bank'))
    const links = [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))
    expect(links).toEqual(found ? ['/accounting/bank-lines?_row=66'] : [])
    await leave()
  }
})

it('the second user sees who was first', async () => {
  answersAt({ '/erp/recharge/alone': good({ left: '0.00' }) })
  const second = { ...row, firstBy: 'Li' } as RechargeRow
  await showScreen(<ConfirmDialog row={second} onClose={() => undefined} />, {
    texts: ['recharges'],
  })
  await until(() => seen().includes('Li'))
})

it('what is offered depends on the state, and on the permission', async () => {
  answersAt({})
  let made: ReturnType<typeof useRechargeActions> | null = null
  const give = (actions: ReturnType<typeof useRechargeActions>) => {
    made = actions
  }
  function Probe() {
    const actions = useRechargeActions()
    useEffect(() => give(actions))
    return <>{actions.dialogs}</>
  }
  const keysOf = async (of: RechargeRow, rights: string[]) => {
    await leave()
    await showScreen(<Probe />, { rights, texts: ['recharges'] })
    await until(() => made !== null)
    return made!.rowActions(of).map(({ key }) => key)
  }
  const finance = ['confirm', 'refund'].map((one) => `acc:recharge:${one}`)
  expect(await keysOf(row, finance)).toContain('confirm')
  expect(await keysOf(row, [])).not.toContain('confirm')
  const confirmed = { ...row, status: 'confirmed', received: '500.00' } as RechargeRow
  const keys = await keysOf(confirmed, finance)
  expect(keys).toContain('refund')
  expect(keys).toContain('receipt')
  expect(keys).not.toContain('slip')
  const back = { ...confirmed, status: 'refunded', refunded: '500.00' } as RechargeRow
  expect(await keysOf(back, finance)).not.toContain('refund')
})

const untilInput = async (): Promise<HTMLInputElement> => {
  await until(() => document.querySelector('.ant-modal input') !== null)
  return document.querySelector<HTMLInputElement>('.ant-modal input')!
}

it('a customer is offered the currency of its own account first, with the orders it pays', async () => {
  const place = (id: string, currency: string) => ({ id, currency, name: 'Bank', channel: 'BANK' })
  answersAt({
    '/erp/recharge/payTo': good([place('1', 'CNY'), place('2', 'EUR')]),
    '/erp/account/list': good({ records: [{ id: '9', currency: 'EUR' }], total: 1 }),
  })
  await showScreen(<NewRecharge onClose={vi.fn()} />, {
    texts: ['recharges'],
    rights: ['pay:recharge:add', 'pay:account:list'],
  })
  await until(() => seen().includes('Pays orders charged in EUR.'))
  expect(seen()).toContain('EUR · Bank')
})

it('a newcomer is offered the currency of its prices first, and reads what another one means', async () => {
  const place = (id: string, currency: string) => ({
    id,
    currency,
    name: 'Bank',
    channel: 'BANK',
    usual: currency === 'EUR',
  })
  answersAt({
    '/erp/recharge/payTo': good([place('2', 'EUR'), place('1', 'CNY')]),
    '/erp/account/list': good({ records: [], total: 0 }),
  })
  await showScreen(<NewRecharge onClose={vi.fn()} />, {
    texts: ['recharges'],
    rights: ['pay:recharge:add', 'pay:account:list'],
  })
  await until(() => seen().includes('Pays orders charged in EUR.'))
  await choose(await inputOf('Where to pay'), 'CNY · Bank')
  await until(() => seen().includes('Your billing currency is EUR. Money paid in CNY pays none'))
})

it('a currency in use is not called the billing currency', async () => {
  const place = (id: string, currency: string) => ({
    id,
    currency,
    name: 'Bank',
    channel: 'BANK',
    usual: false,
  })
  answersAt({
    '/erp/recharge/payTo': good([place('2', 'EUR'), place('1', 'CNY')]),
    '/erp/account/list': good({ records: [{ id: '9', currency: 'EUR' }], total: 1 }),
  })
  await showScreen(<NewRecharge onClose={vi.fn()} />, {
    texts: ['recharges'],
    rights: ['pay:recharge:add', 'pay:account:list'],
  })
  await choose(await inputOf('Where to pay'), 'CNY · Bank')
  await until(() => seen().includes('Pays orders charged in CNY.'))
  expect(seen()).not.toContain('Money paid in CNY')
})

it('a request is withdrawn once the dialog has named the effect; not what was paid', async () => {
  const sent = answersAt({ '/erp/recharge/withdraw': good({ ...row, status: 'withdrawn' }) })
  let open: Record<string, () => void> = {}
  function Actions({ of }: { of: RechargeRow }) {
    const { rowActions } = useRechargeActions()
    useEffect(() => {
      open = Object.fromEntries(rowActions(of).map(({ key, onClick }) => [key, onClick!]))
    })
    return null
  }
  const rights = ['pay:recharge:add']
  const shown = (more: object) =>
    showScreen(<Actions of={{ ...row, ...more } as RechargeRow} />, {
      texts: ['recharges'],
      rights,
    })
  for (const more of [{ status: 'paid' }, { firstBy: 'Staff' }, { status: 'confirmed' }]) {
    await shown(more)
    expect(Object.keys(open)).not.toContain('withdraw')
  }
  await shown({})
  act(() => open.withdraw!())
  await until(() => seen().includes('Do not pay with this reference any more'))
  expect(seen()).toContain('Withdraw recharge RF18 over 500.00 EUR?')
  await press(
    document.querySelector(
      '.ant-modal-footer .ant-btn-primary, .ant-modal-confirm-btns .ant-btn-primary',
    )!,
  )
  await until(() => bodiesOf(sent, '/erp/recharge/withdraw').length === 1)
  expect(bodiesOf(sent, '/erp/recharge/withdraw')).toEqual([{ id: '4', version: 2 }])
})
