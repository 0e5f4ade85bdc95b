// @vitest-environment happy-dom
import { Button } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, confirmBy, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { AccountRow } from './account-row.ts'
import { useFreeze } from './use-freeze.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
function account(id: string, kind: string, kind_dictText: string): AccountRow {
  const row: object = {
    id,
    version: 3,
    customerId: '7',
    customerId_dictText: 'Acme',
    currency: 'EUR',
    kind,
    kind_dictText,
    status: 'open',
  }
  return row as AccountRow
}
const prepaid = account('1', 'customer', 'Prepaid')

function Freeze() {
  const freeze = useFreeze()
  return <Button onClick={() => void freeze(prepaid)}>go</Button>
}

it('a freeze names its account and those that stay open, and takes all where that is ticked', async () => {
  const records = [prepaid, account('2', 'receivable', 'Monthly')]
  const sent = answersAt({
    '/erp/account/list': good({ records, total: 2, size: 100, current: 1, pages: 1 }),
    '/erp/account/freeze': good({ version: 4 }),
  })
  await showScreen(<Freeze />, { texts: ['accounts'] })
  await press('go')
  await until(() => seen().includes('Freeze spending of Acme · Prepaid EUR?'))
  expect(document.querySelector('.py-names')?.textContent).toBe('Monthly EUR')
  await press(document.querySelector('.ant-modal input[type=checkbox]')!)
  await type(document.querySelector('.ant-modal textarea')!, 'unpaid')
  await confirmBy('Freeze spending')
  await until(() => seen().includes('Acme · Prepaid EUR, Monthly EUR is frozen'))
  expect(bodiesOf(sent, '/erp/account/freeze')).toEqual([
    { id: '1', version: 3, frozen: true, reason: 'unpaid', also: [{ id: '2', version: 3 }] },
  ])
})
