import { expect, it } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import type { T } from '../text/i18n.ts'
import { resourceColumns } from './resource-cells.tsx'

const t = Object.assign((key: string) => key, { has: () => false }) as T

it.each(cruds.map((of) => [of.name, of] as const))('a card of %s has a heading', (_, of) => {
  const headings = resourceColumns(of.fields, of.label, t).filter(({ card }) => card === 'title')
  expect(headings.map(({ optional }) => optional ?? false)).toEqual([false])
})

it('is the SKU where goods are listed by number and name in two columns', () => {
  const skus = cruds.find(({ name }) => name === 'stock-skus') ?? expect.fail('no SKUs')
  const [heading] = resourceColumns(skus.fields, skus.label, t).filter(({ card }) => card)
  expect(heading?.key).toBe('sku')
})
