import { expect, it } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import type { T } from '../text/i18n.ts'
import { wideEnough } from '../table/amount-width.ts'
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

it('is a column of amounts as wide as its longest amount, and no wider than it need be', () => {
  const accounts = cruds.find(({ name }) => name === 'accounts') ?? expect.fail('no accounts')
  const columns = resourceColumns<{ id: string; balance: string; currency?: string }>(
    accounts.fields,
    accounts.label,
    t,
  )
  const widthOf = (balance: string) =>
    wideEnough(columns, [{ id: '1', balance, currency: 'EUR' }]).find(
      ({ key }) => key === 'balance',
    )?.width
  const usual = columns.find(({ key }) => key === 'balance')?.width
  expect(widthOf('12.50')).toBe(usual)
  expect(wideEnough(columns, [{ id: '1', balance: '12.50' }])).toBe(columns)
  expect(widthOf('-1234567890123.45')).toBeGreaterThan(190)
})
