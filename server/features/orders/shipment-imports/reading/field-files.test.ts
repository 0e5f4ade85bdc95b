import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MappedField } from '#contracts/orders/imports/import-mappings.ts'
import type { FileOrder, Values } from './file-order.ts'
import { guessMapping } from './guess-mapping.ts'
import { RowMapper } from './map-rows.ts'
import { plainPostcode } from './cells/plain-postcode.ts'
import { groupOrders, ordersOf, readFileSheet } from './read-file.ts'

const folder = new URL('../../../../../test/fixtures/field-cases/orders/', import.meta.url)

async function read(name: string, fills: Partial<Record<MappedField['field'], string>> = {}) {
  const sheet = await readFileSheet(readFileSync(new URL(name, folder)), name)
  const { mapping } = guessMapping(
    sheet.headings,
    sheet.rows.slice(0, 50).map(({ cells }) => cells),
  )
  const known = new Set(mapping.fields.map(({ field }) => field))
  const fields = [
    ...mapping.fields,
    ...Object.entries(fills)
      .filter(([field]) => !known.has(field as MappedField['field']))
      .map(([field, fill]) => ({
        field: field as MappedField['field'],
        columns: [],
        unit: null,
        fill,
      })),
  ]
  return { sheet, mapping: { ...mapping, fields } }
}
async function orders(name: string): Promise<FileOrder[]> {
  const { sheet, mapping } = await read(name)
  const mapper = new RowMapper(mapping, sheet.rows)
  return groupOrders(sheet.rows.map((row) => mapper.read(row)))
}
const first = async (name: string): Promise<Values> => (await orders(name))[0]!.rows[0]!.values
/** Rows by their names, which are what each is about. */
const byName = async (name: string) =>
  new Map(
    (await orders(name)).flatMap(({ rows }) =>
      rows.map((row) => [row.values.consigneeName ?? '', row] as const),
    ),
  )

describe('exports of shops', () => {
  test('eBay: the parcel goes to whom it is posted', async () => {
    expect(await first('shop-ebay-uk-orders.csv')).toMatchObject({
      consigneeName: 'Gift Receiver',
      street: expect.any(String) as string,
      city: expect.any(String) as string,
      postalCode: expect.any(String) as string,
    })
  })
  test('Etsy: its order type is no kind of order', async () => {
    expect((await first('shop-etsy-sold-order-items.csv')).shipmentResource).toBeUndefined()
  })
  test('Temu: what is still to ship', async () => {
    expect((await first('shop-temu.csv')).quantity).toBe('2')
  })
  test('WooCommerce: the receiver, not the payer', async () => {
    expect(await first('shop-woocommerce.csv')).toMatchObject({ city: 'Bonn', postalCode: '53111' })
  })
  test('Shopify: a weight for all makes one parcel of an order', async () => {
    const fills = { weightKg: '0.5', service: 'ECO-PARCEL', depot: 'FRA1', unitWeightKg: '0.1' }
    const { sheet, mapping } = await read('shop-shopify.csv', fills)
    const file = ordersOf(sheet, { mapping, kind: null })
    expect(file.orders).toHaveLength(1)
    expect(file.orders[0]!.rows.map(({ values }) => values.weightKg)).toEqual(['0.5', undefined])
  })
})

test('what a spreadsheet could not work out is named', async () => {
  const rows = await byName('goods.csv')
  expect(rows.get('ref error')?.faults).toContainEqual({ field: 'nameEn', code: 'cell.error' })
})

test('digits that went through a number are themselves again', async () => {
  expect((await byName('phones.csv')).get('float')?.values.phone).toBe('491701234567')
  expect((await byName('streets.csv')).get('house float')?.values.house).toBe('5')
})

test('pounds, ounces and inches are converted', async () => {
  expect((await first('weight-units.csv')).weightKg).toBe('0.544')
  expect((await first('weight-oz.csv')).weightKg).toBe('0.454')
  const inches = (await byName('weights-and-sizes.csv')).get('w 1.2345')?.values
  expect(inches).toMatchObject({ lengthCm: '30.5', widthCm: '20.3', heightCm: '15.2' })
})

test('signs without width are no part of a country or a street', async () => {
  const found = await orders('zero-width-in-country.csv')
  for (const { rows } of found)
    for (const { values } of rows) expect(values.country).toMatch(/^[A-Z]{2}$/)
  expect((await byName('streets.csv')).get('zwj')?.values.street).toBe('Hauptstr.')
})

test('countries as people write them', async () => {
  const found = (await orders('countries-words.csv')).map(({ rows }) => rows[0]!.values.country)
  expect(found.filter((code) => !/^[A-Z]{2}$/.test(code ?? ''))).toEqual([])
  expect(found.slice(4, 8)).toEqual(['GB', 'GB', 'GB', 'GR'])
})

test.each([
  ['NL', 'NL-1012 AB', '1012 AB'],
  ['AT', 'A-1030', '1030'],
  ['CH', 'CH-8001', '8001'],
  ['LU', 'L-1611', '1611'],
  ['LT', 'LT-01103', '01103'],
  ['LV', '1010', 'LV-1010'],
  ['LV', 'LV-1010', 'LV-1010'],
  ['PL', '00549', '00-549'],
  ['PT', '1100053', '1100-053'],
  ['US', '021380001', '02138-0001'],
  ['SE', 'SE-111 43', '111 43'],
  ['FI', 'FIN-00100', '00100'],
  ['GB', 'SW1A 1AA', 'SW1A 1AA'],
  ['DE', 'D-10115', '10115'],
  ['DE', '1067', '1067'],
])('%s %s is written %s', (country, code, written) =>
  expect(plainPostcode(country, code)).toBe(written),
)
