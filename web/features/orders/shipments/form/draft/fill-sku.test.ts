// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt } from '#web/test/acts.ts'
import { good } from '#web/test/page.tsx'
import { knownSku } from './fill-sku.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['SHIRT-12-L', 'SHIRT-12-L'],
  ['shirt', 'SHIRT-12-L'],
  ['4006381333931', 'SHIRT-12-L'],
  ['12-L', undefined],
  ['red', undefined],
])(
  'the one SKU that is found is taken by its beginning or barcode: %s',
  async (typed, expected) => {
    answersAt({
      '/erp/stockSku/find': good([{ sku: 'SHIRT-12-L', nameEn: 'Red shirt', nameCn: null }]),
    })
    expect((await knownSku({ customerId: '3', depotId: '4' }, typed))?.sku).toBe(expected)
  },
)
