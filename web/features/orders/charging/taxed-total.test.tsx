// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { TaxedSum, TaxedTotal } from './taxed-total.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const texts = ['charging']

it('a price whose tax rate is missing is marked so', async () => {
  answersAt({
    '/erp/charging/taxed': refused(422, 'No rate', { error: 'tax.noRate' }),
  })
  await showScreen(<TaxedTotal total="5.00" currency="EUR" customerId="3" />, { texts })
  await until(() => seen().includes('5.00 EURVAT not known: its rate is missing'))
  await leave()
  await showScreen(<TaxedSum sum={{ net: '7.00', gross: null }} currency="EUR" />, { texts })
  await until(() => seen().includes('7.00 EURVAT not known'))
  await leave()
  await showScreen(<TaxedSum sum={{ net: '7.00', gross: '7.00' }} currency="EUR" />, { texts })
  await until(() => seen().includes('7.00 EUR'))
  expect(seen()).not.toContain('not known')
})
