import { afterEach, expect, it, vi } from 'vitest'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import DocumentDialog from './document-dialog.tsx'
import { usePrintLabels } from './use-print-labels.tsx'

const states = [PARCEL.CONFIRMED, PARCEL.CONFIRMED, PARCEL.CONFIRMED, PARCEL.LABELLED]
const orders = states.map((status, at) => ({
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

const verdict = (id: string, errors: number, crossesFromDepot = true) => ({
  id,
  serialNumber: `PY${id}`,
  needed: true,
  crossesFromDepot,
  border: null,
  errors,
  warnings: 0,
  findings:
    errors === 0
      ? []
      : [
          { severity: 'warning', message: 'No EORI number' },
          { severity: 'error', message: 'The goods have no HS code' },
        ],
})
// The third is handed in on its recipient's side of the border.
const checked = good([verdict('1', 4), verdict('2', 0), verdict('3', 4, false)])

it('asks before the first label locks customs data that are not complete', async () => {
  const sent = answersAt({ '/erp/customs/checkOrders': checked })
  await showScreen(<Page />, {
    texts: ['shipments'],
    rights: ['ship:label:print', 'ship:customs:check'],
  })
  await press('print')
  await until(() => seen().includes('Printing locks the customs data'))
  expect(bodiesOf(sent, '/erp/customs/checkOrders')).toEqual([{ ids: ['1', '2', '3'] }])
  expect(seen()).toContain('PY1: The goods have no HS code')
  expect(seen()).not.toContain('PY2')
  expect(seen()).not.toContain('PY3')
  expect(bodiesOf(sent, '/erp/label/print')).toEqual([])
})

it('asks the same where labels are among the documents of orders', async () => {
  const sent = answersAt({
    '/erp/document/preview': good(
      orders.map(({ id }) => ({ id, label: `PY${id}`, documents: ['label'], refused: [] })),
    ),
    '/erp/customs/checkOrders': checked,
  })
  await showScreen(
    <DocumentDialog orders={orders} onClose={() => undefined} onDone={() => undefined} />,
    {
      texts: ['shipments', 'customs'],
      rights: ['ship:document:print', 'ship:label:print', 'ship:customs:check'],
    },
  )
  await press('Download for 4 orders')
  await until(() => seen().includes('Printing locks the customs data'))
  expect(seen()).toContain('Customs data of 1 order are not complete')
  expect(bodiesOf(sent, '/erp/document/bundle')).toEqual([])
})
