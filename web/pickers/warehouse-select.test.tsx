import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fbaWarehouses } from '#contracts/orders/fba/fba-warehouses.ts'
import { answersAt, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { WarehouseSelect } from './warehouse-select.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const warehouse = (code: string, more: object) => ({
  id: code,
  code,
  name: `Amazon ${code}`,
  state: null,
  house: '4',
  enabled: true,
  ...more,
})

it('shows the address of each warehouse, and finds it by any part of that', async () => {
  answersAt({
    '/erp/fbaWarehouse/list': good({
      records: [
        warehouse('DTM2', {
          country: 'DE',
          city: 'Dortmund',
          postalCode: '44145',
          street: 'Kaltbandstr.',
        }),
        warehouse('LIL1', {
          country: 'FR',
          city: 'Lauwin-Planque',
          postalCode: '59553',
          street: 'Avenue Aubrac',
        }),
      ],
      total: 2,
    }),
    '/sys/dict/getDictItems/country': good([
      { value: 'DE', text: 'Germany', title: 'Germany' },
      { value: 'FR', text: 'France', title: 'France' },
    ]),
  })
  const picked = vi.fn()
  await showScreen(<WarehouseSelect id="w" value="" onPick={picked} />, {
    rights: [fbaWarehouses.endpoints.list.perm].flat(),
  })
  const field = await untilFound(() => document.querySelector<HTMLInputElement>('#w'))
  const shown = () =>
    [...document.querySelectorAll('.ant-select-item-option-content')].map(
      ({ textContent }) => textContent,
    )
  await act(async () => field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await until(() => shown().length === 2)
  expect(shown()[0]).toBe('DTM2 · Amazon DTM2Kaltbandstr. 4, 44145 Dortmund, Germany')
  for (const typed of ['LIL1', 'Aubrac', '59553', 'Planque', 'France', 'FR']) {
    await type(field, typed)
    await until(() => shown().length === 1 && shown()[0]!.startsWith('LIL1'))
  }
})
