// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, confirmBy, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import BankLines from './BankLines.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const line = (id: string, more: object) => ({
  id,
  version: 1,
  bookedOn: '2026-11-27',
  currency: 'EUR',
  amount: '1234.50',
  text: 'x',
  status: 'matched',
  settles: null,
  rechargeId: null,
  ...more,
})

it('what was credited to a customer can be undone, with what that does', async () => {
  const records = [
    line('1', { rechargeId: '7', rechargeId_dictText: 'RF18 5390' }),
    line('2', { settles: 'R-8' }),
  ]
  const sent = answersAt({
    '/erp/bankLine/list': good({ records, total: 2, size: 20, current: 1, pages: 1 }),
    '/erp/bankLine/undoInvoices': good(records[0]),
  })
  await showScreen(<BankLines />, {
    rights: ['acc:bankline:list', 'acc:bankline:match'],
    texts: ['bank-lines'],
  })
  await buttonOf('Undo the assignment')
  await press(await buttonOf('Undo the credit'))
  await until(() => seen().includes('Undo the credit of 1,234.50 EUR by recharge RF18 5390?'))
  await until(() => document.querySelector('.ant-modal textarea') !== null)
  await type(document.querySelector('.ant-modal textarea')!, 'wrong customer')
  await confirmBy('Undo the credit')
  await until(() => seen().includes('Credit of 1,234.50 EUR by recharge RF18 5390 undone'))
  expect(bodiesOf(sent, '/erp/bankLine/undoInvoices')).toEqual([
    { lineId: '1', reason: 'wrong customer' },
  ])
})
