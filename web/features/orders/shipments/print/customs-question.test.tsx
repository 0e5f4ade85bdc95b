import { afterEach, expect, it, vi } from 'vitest'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { usePrintLabels } from './use-print-labels.tsx'

const orders = [PARCEL.CONFIRMED, PARCEL.CONFIRMED, PARCEL.LABELLED].map((status, at) => ({
  id: String(at + 1),
  serialNumber: `PY${at + 1}`,
  customerId: '9',
  kind: kindOf('B2C'),
  status,
  statusText: 'state',
  flags: 0,
}))
function Page() {
  const printing = usePrintLabels()
  return (
    <button type="button" onClick={() => void printing.run(orders)}>
      print
    </button>
  )
}
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('asks before the first label locks customs data that are not complete', async () => {
  const verdict = (id: string, errors: number) => ({
    id,
    serialNumber: `PY${id}`,
    needed: true,
    border: null,
    errors,
    warnings: 0,
    findings: [],
  })
  const sent = answersAt({
    '/erp/customs/checkOrders': good([verdict('1', 4), verdict('2', 0)]),
  })
  await showScreen(<Page />, {
    texts: ['shipments'],
    rights: ['ship:label:print', 'ship:customs:check'],
  })
  await press('print')
  await until(() => seen().includes('Printing locks the customs data'))
  expect(bodiesOf(sent, '/erp/customs/checkOrders')).toEqual([{ ids: ['1', '2'] }])
  expect(seen()).toContain('PY1')
  expect(seen()).not.toContain('PY2')
  expect(bodiesOf(sent, '/erp/label/print')).toEqual([])
})
