import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ORDER_PERMS, orderPerm, orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { kindOf, KINDS } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { answersAt, bodiesOf, confirmBy, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ORDER_DETAIL } from '../form/order-detail.fixture.ts'
import DocumentDialog from '../print/document-dialog.tsx'
import ConvertOrder from './convert-order.tsx'
import type { OrderState } from './order-state.ts'
import { useOrderActions } from './use-order-actions.tsx'

const order = (id: string, kind: string): OrderState => ({
  id,
  serialNumber: `PY${id}`,
  customerId: '9',
  kind: kindOf(kind),
  status: PARCEL.RECEIVED,
  statusText: 'state',
  flags: 0,
})
const boxOf = (text: string) =>
  untilFound(() =>
    [...document.querySelectorAll('label')]
      .find((one) => one.textContent === text)
      ?.querySelector('input'),
  )
const done = vi.fn()
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  done.mockReset()
})

function Page() {
  const actions = useOrderActions()
  return (
    <>
      <button type="button" onClick={() => void actions.run('hold', [order('7', 'B2C')])}>
        hold it
      </button>
      {actions.sheet}
    </>
  )
}

it('holding one order lets parcels that lie in the depot be chosen, all at first', async () => {
  const [parcel] = ORDER_DETAIL.parcels
  const parcels = [PARCEL.RECEIVED, PARCEL.RECEIVED, PARCEL.CONFIRMED].map((parcelStatus, at) => ({
    ...parcel!,
    id: String(70 + at),
    trackNo: `TN${at}`,
    parcelStatus,
  }))
  const sent = answersAt({
    '/erp/shipment/queryById': good({ ...ORDER_DETAIL, parcels }),
    '/erp/shipment/hold': good({ done: 1, failed: 0, rows: [] }),
  })
  await showScreen(<Page />, { texts: ['shipments'], rights: orderPerms('hold') })
  await press('hold it')
  const second = await boxOf('TN1')
  expect(second.checked).toBe(true)
  expect(seen()).not.toContain('TN2')
  await act(async () => second.click())
  // One stays.
  expect((await boxOf('TN0')).disabled).toBe(true)
  const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
  await type(reason, 'Unpaid')
  await confirmBy('Hold 1 order')
  await until(() => bodiesOf(sent, '/shipment/hold').length === 1)
  expect(bodiesOf(sent, '/shipment/hold')).toEqual([
    { ids: ['7'], reason: 'Unpaid', parcelIds: ['70'] },
  ])
})

it('an order becomes a kind of the user’s choice; what it misses for each stands there', async () => {
  const generic = KINDS.find(({ can }) => can.converts)!
  answersAt({
    '/erp/shipment/queryById': good({ ...ORDER_DETAIL, shipmentResource: generic.code }),
    '/sys/dict/getDictItems/shipment_resource': good(
      KINDS.map(({ code }) => ({ value: code, text: code, title: code, label: code })),
    ),
  })
  await showScreen(<ConvertOrder id="7" onChoose={done} onClose={() => undefined} />, {
    texts: ['shipments'],
    rights: ORDER_PERMS.filter((one) => one !== 'ship:wms').map((one) => `${one}:add`),
  })
  const lines = await untilFound(() => {
    const found = [...document.querySelectorAll('.order-kinds li')].map((one) => one.textContent)
    return found.length > 0 ? found : null
  })
  expect(lines).toHaveLength(KINDS.length - 2)
  expect(lines.find((one) => one?.startsWith('FBA'))).toBe('FBAStill missing: FBA shipment ID')
  expect(lines.find((one) => one?.startsWith('B2C'))).toBe('B2CNothing is missing')
  await press('FBA')
  expect(done).toHaveBeenCalledWith('FBA')
})

it('documents of orders: what one has not is named, the others come in one file', async () => {
  const refused = [
    { document: 'packingList', code: 'document.notOfKind', message: 'No packing list' },
  ]
  const sent = answersAt({
    '/erp/document/preview': good([
      { id: '1', label: 'PY1', documents: [], refused },
      { id: '2', label: 'PC2', documents: ['packingList'], refused: [] },
    ]),
    '/erp/document/bundle': good(null),
  })
  await showScreen(
    <DocumentDialog
      orders={[order('1', 'B2C'), order('2', 'B2B')]}
      onClose={() => undefined}
      onDone={done}
    />,
    { texts: ['shipments', 'customs'], rights: ['ship:document:print'] },
  )
  await until(() => seen().includes('No packing list'))
  // Without the right to print labels they are not offered.
  expect([...document.querySelectorAll('label')].some((one) => one.textContent === 'Label')).toBe(
    false,
  )
  await act(async () => (await boxOf('Pro-forma invoice')).click())
  await act(async () => (await boxOf('Zip with a PDF each')).click())
  await press('Download for 1 order')
  await until(() => bodiesOf(sent, '/document/bundle').length === 1)
  expect(bodiesOf(sent, '/document/bundle')[0]).toMatchObject({
    ids: ['1', '2'],
    documents: ['packingList', 'commercialInvoice', 'customsForm'],
    format: 'zip',
  })
})

it('customs data that papers lack are added to a locked order from there, by those who may edit it', async () => {
  const refused = [
    { document: 'customsForm', code: 'document.incomplete', message: 'Origin is missing' },
  ]
  const row = (id: string) => ({ id, label: `PY${id}`, documents: [], refused })
  const sent = answersAt({
    '/erp/document/preview': good([row('1'), row('2'), row('3')]),
    '/erp/shipment/queryById': good(ORDER_DETAIL),
  })
  const left = { ...order('2', 'B2C'), status: PARCEL.OUTBOUND }
  await showScreen(
    <DocumentDialog
      orders={[order('1', 'B2C'), left, order('3', 'FBA')]}
      onClose={() => undefined}
      onDone={done}
    />,
    {
      texts: ['shipments', 'customs'],
      rights: ['ship:document:print', orderPerm(kindOf('B2C'), 'edit')],
    },
  )
  await until(() => seen().includes('Origin is missing'))
  const offers = [...document.querySelectorAll('td button')]
  expect(offers.map((one) => one.closest('tr')?.querySelector('th')?.textContent)).toEqual(['PY1'])
  await press('Add customs data')
  await until(() => sent.some(({ url }) => url.pathname.endsWith('/queryById')))
})
