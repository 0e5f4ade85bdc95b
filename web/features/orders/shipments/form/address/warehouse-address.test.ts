import { expect, it } from 'vitest'
import type { Warehouse } from '../../../../../pickers/warehouse-select.tsx'
import { blankConsignee, blankDraft } from '../draft/draft.ts'
import { isWarehouse, toWarehouse } from './warehouse-address.ts'

const HAJ1 = {
  code: 'HAJ1',
  name: 'Amazon HAJ1',
  country: 'DE',
  state: null,
  city: 'Helmstedt',
  postalCode: '38350',
  street: 'Zur Alten Molkerei',
  house: '1',
} as Warehouse

it('a chosen warehouse is the consignee, whose telephone and remark stay', () => {
  const draft = blankDraft()
  const before = {
    ...draft,
    consignee: blankConsignee({ city: 'Bonn', phone: '1', remark: 'Tor 2' }),
  }
  const { consignee } = toWarehouse(before, HAJ1)
  expect(consignee).toMatchObject({ city: 'Helmstedt', state: '', phone: '1', remark: 'Tor 2' })
  expect(isWarehouse(consignee, HAJ1)).toBe(true)
  expect(isWarehouse({ ...consignee, house: '2' }, HAJ1)).toBe(false)
  expect(isWarehouse(consignee, undefined)).toBe(false)
})
