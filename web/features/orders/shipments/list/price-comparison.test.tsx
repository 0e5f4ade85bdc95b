import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { answersAt, bodiesOf, choose, press, seen } from '#web/test/acts.ts'
import { flushDelayed } from '../../../../kit/platform/undo/undo.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { isOpen } from './order-state.ts'
import { useOrderActions } from './use-order-actions.tsx'

const orders = [PARCEL.DRAFT, PARCEL.CONFIRMED, PARCEL.LABELLED].map((status, at) => ({
  id: String(at + 1),
  serialNumber: `PY${at + 1}`,
  customerId: '9',
  kind: kindOf('B2C'),
  status,
  statusText: 'state',
  flags: 0,
}))
const other = { ...orders[0]!, id: '9', serialNumber: 'PY9' }
function Page() {
  const actions = useOrderActions()
  return (
    <>
      <button type="button" onClick={() => actions.otherService(orders)}>
        service
      </button>
      <button type="button" onClick={() => actions.otherService([other])}>
        service of another
      </button>
      {actions.sheet}
    </>
  )
}
const buttonNamed = (text: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === text) ?? null
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('another service is priced first, and changed at the prices shown', async () => {
  const row = { code: null, message: null, before: { net: '4.07', gross: '4.84', currency: 'EUR' } }
  const sent = answersAt({
    '/erp/shipment/choices': good({
      services: [{ value: '5', text: 'EU-STD' }],
      depots: [],
      userDepots: [],
      limit: null,
    }),
    '/erp/shipment/previewService': good({
      rows: [
        {
          ...row,
          id: '1',
          label: 'PY1',
          after: { net: '5.10', gross: '6.07', currency: 'EUR' },
          key: 'k1',
        },
        { ...row, id: '2', label: 'PY2', after: null, key: null, message: 'Too heavy', code: 'x' },
      ],
      sums: [
        {
          currency: 'EUR',
          before: { net: '4.07', gross: '4.84' },
          after: { net: '5.10', gross: '6.07' },
          difference: { net: '1.03', gross: '1.23' },
        },
      ],
    }),
    '/erp/shipment/changeService': good({
      done: 1,
      failed: 0,
      rows: [{ id: '1', ok: true, label: 'PY1', code: null, message: null }],
    }),
  })
  await showScreen(<Page />, { texts: ['shipments', 'charging'], rights: orderPerms('edit') })
  await press('service')
  // The labelled one is not asked about.
  await until(() => seen().includes('Change service of 2 orders'))
  const select = await untilFound(() => {
    const found = document.querySelector<HTMLInputElement>('#other-service')
    return found && !found.closest('.ant-select-disabled') ? found : null
  })
  await choose(select, 'EU-STD')
  await until(() => seen().includes('+1.23'))
  for (const part of ['4.84', '4.07 net', '6.07', '5.10 net']) expect(seen()).toContain(part)
  expect(bodiesOf(sent, '/previewService')).toEqual([{ ids: ['1', '2'], serviceId: '5' }])
  expect(seen()).toContain('Too heavy')
  await press('Change 1 order')
  await until(() => seen().includes('1 order changes to EU-STD'))
  // A label printed or an order confirmed now would be of the old service.
  expect(orders.map((order) => isOpen('changeService', order))).toEqual([false, true, false])
  expect(bodiesOf(sent, '/changeService')).toEqual([])
  await press(await untilFound(() => document.querySelector('.py-undo [class$="-close"]')))
  await until(() => bodiesOf(sent, '/changeService').length === 1)
  expect(isOpen('changeService', orders[0]!)).toBe(true)
  expect(document.querySelector('#other-service')).toBeNull()
  expect(bodiesOf(sent, '/changeService')).toEqual([
    { ids: ['1'], serviceId: '5', keys: { '1': 'k1' } },
  ])
  // It ran: back goes the same way, with the prices first.
  await press('Undo the change')
  await until(() => seen().includes('Change service of 1 order'))
  await until(() => bodiesOf(sent, '/previewService').length === 2)
  expect(bodiesOf(sent, '/previewService')[1]).toEqual({ ids: ['1'], serviceId: 'before' })
  await press('Change 1 order')
  await act(flushDelayed)
  expect(bodiesOf(sent, '/changeService')[1]).toEqual({
    ids: ['1'],
    serviceId: 'before',
    keys: { '1': 'k1' },
  })
})

it('names which orders can have the service to those who see no prices', async () => {
  const row = { code: null, message: null, before: null, after: null }
  answersAt({
    '/erp/shipment/choices': good({
      services: [{ value: '5', text: 'EU-STD' }],
      depots: [],
      userDepots: [],
      limit: null,
    }),
    '/erp/shipment/previewService': good({
      rows: [
        { ...row, id: '1', label: 'PY1', key: 'k1' },
        { ...row, id: '2', label: 'PY2', key: null, message: 'Too heavy', code: 'x' },
      ],
      sums: [],
    }),
  })
  await showScreen(<Page />, { texts: ['shipments'], rights: orderPerms('edit') })
  await press('service')
  const select = await untilFound(() => {
    const found = document.querySelector<HTMLInputElement>('#other-service')
    return found && !found.closest('.ant-select-disabled') ? found : null
  })
  await choose(select, 'EU-STD')
  await until(() => seen().includes('Can be changed'))
  const heads = [...document.querySelectorAll('.order-lines th[scope=col]')]
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Order no.', 'Possible'])
})

it('offers the way back for those that were changed, whatever was changed or refused meanwhile', async () => {
  const row = { code: null, message: null, before: null, after: null }
  const outcome = (id: string, ok: boolean) => ({
    id,
    ok,
    label: `PY${id}`,
    code: ok ? null : 'x',
    message: ok ? null : 'Printed meanwhile',
  })
  const priced = (...ids: string[]) =>
    good({ rows: ids.map((id) => ({ ...row, id, label: `PY${id}`, key: `k${id}` })), sums: [] })
  const sent = answersAt({
    '/erp/shipment/choices': good({
      services: [{ value: '5', text: 'EU-STD' }],
      depots: [],
      userDepots: [],
      limit: null,
    }),
    '/erp/shipment/previewService': [priced('1', '2'), priced('9'), priced('1')],
    '/erp/shipment/changeService': [
      good({ done: 1, failed: 1, rows: [outcome('1', true), outcome('2', false)] }),
      good({ done: 1, failed: 0, rows: [outcome('9', true)] }),
    ],
  })
  await showScreen(<Page />, { texts: ['shipments'], rights: orderPerms('edit') })
  const change = async (button: string, go: string) => {
    await press(button)
    const select = await untilFound(() => {
      const found = document.querySelector<HTMLInputElement>('#other-service')
      return found && !found.closest('.ant-select-disabled') ? found : null
    })
    await choose(select, 'EU-STD')
    await press(await untilFound(() => buttonNamed(go)))
    await until(() => document.querySelector('#other-service') === null)
  }
  await change('service', 'Change 2 orders')
  await change('service of another', 'Change 1 order')
  await press(await untilFound(() => document.querySelector('.py-undo [class$="-close"]')))
  await until(() => seen().includes('Printed meanwhile'))
  await press('Undo the change')
  await until(() => bodiesOf(sent, '/previewService').length === 3)
  expect(bodiesOf(sent, '/previewService')[2]).toEqual({ ids: ['1'], serviceId: 'before' })
})
