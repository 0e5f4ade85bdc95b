import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessMapping, namesFound } from './guess-mapping.ts'
import { leftOutOf } from './left-out.ts'

const guess = (headings: string, rows: string[] = []) => {
  const titles = headings.split('|')
  const { mapping } = guessMapping(
    titles,
    rows.map((row) => row.split('|')),
  )
  return Object.fromEntries(
    mapping.fields.map(({ field, columns, unit }) => [
      field,
      columns.map((at) => titles[at]).join(' + ') + (unit ? ` in ${unit}` : ''),
    ]),
  )
}

describe('headings of', () => {
  test('Shopify', () => {
    expect(
      guess(
        'Name|Email|Financial Status|Paid at|Currency|Subtotal|Shipping Method|Lineitem quantity|Lineitem name|Lineitem price|Lineitem sku|Billing Name|Billing Street|Billing Zip|Billing Country|Shipping Name|Shipping Street|Shipping Address1|Shipping Address2|Shipping Company|Shipping City|Shipping Zip|Shipping Province|Shipping Country|Shipping Phone|Notes|Phone',
      ),
    ).toEqual({
      reference: 'Name',
      email: 'Email',
      currency: 'Currency',
      quantity: 'Lineitem quantity',
      nameEn: 'Lineitem name',
      unitPrice: 'Lineitem price',
      sku: 'Lineitem sku',
      consigneeName: 'Shipping Name',
      street: 'Shipping Address1',
      address2: 'Shipping Address2',
      consigneeCompany: 'Shipping Company',
      city: 'Shipping City',
      postalCode: 'Shipping Zip',
      state: 'Shipping Province',
      country: 'Shipping Country',
      phone: 'Shipping Phone',
      remark: 'Notes',
    })
  })

  test('Amazon', () => {
    expect(
      guess(
        'order-id|order-item-id|purchase-date|buyer-email|buyer-name|buyer-phone-number|sku|product-name|quantity-purchased|currency|item-price|ship-service-level|recipient-name|ship-address-1|ship-address-2|ship-city|ship-state|ship-postal-code|ship-country|ship-phone-number',
      ),
    ).toMatchObject({
      reference: 'order-id',
      consigneeName: 'recipient-name',
      street: 'ship-address-1',
      address2: 'ship-address-2',
      city: 'ship-city',
      state: 'ship-state',
      postalCode: 'ship-postal-code',
      country: 'ship-country',
      phone: 'ship-phone-number',
      email: 'buyer-email',
      sku: 'sku',
      nameEn: 'product-name',
      quantity: 'quantity-purchased',
      currency: 'currency',
    })
  })

  test('Chinese ERP systems', () => {
    expect(
      guess(
        '订单号|收件人姓名|收件人电话|收件人国家|收件人州/省|收件人城市|收件人地址1|收件人地址2|收件人邮编|SKU|申报中文名|申报英文名|数量|申报重量(g)|申报单价|币种|物流渠道|重量(g)|长(mm)|买家留言',
      ),
    ).toEqual({
      reference: '订单号',
      consigneeName: '收件人姓名',
      phone: '收件人电话',
      country: '收件人国家',
      state: '收件人州/省',
      city: '收件人城市',
      street: '收件人地址1',
      address2: '收件人地址2',
      postalCode: '收件人邮编',
      sku: 'SKU',
      nameCn: '申报中文名',
      nameEn: '申报英文名',
      quantity: '数量',
      unitWeightKg: '申报重量(g) in g',
      unitPrice: '申报单价',
      currency: '币种',
      service: '物流渠道',
      weightKg: '重量(g) in g',
      lengthCm: '长(mm) in mm',
      remark: '买家留言',
    })
  })

  test('first and last name are one field; the unit may be part of the heading', () => {
    expect(
      guess('Bestellnummer|Vorname|Nachname|Straße|Hausnr.|PLZ|Ort|Land|Gewicht (kg)'),
    ).toEqual({
      reference: 'Bestellnummer',
      consigneeName: 'Vorname + Nachname',
      street: 'Straße',
      house: 'Hausnr.',
      postalCode: 'PLZ',
      city: 'Ort',
      country: 'Land',
      weightKg: 'Gewicht (kg)',
    })
    expect(guess('Grams|Weight (g)|weightKg')).toEqual({ weightKg: 'weightKg' })
    expect(guess('Weight (g)')).toEqual({ weightKg: 'Weight (g) in g' })
  })
})

test('columns without a known heading go by what their cells look like', () => {
  expect(
    guess('A|B|C|D|E', [
      'x|buyer@example.com|+49 30 901820|10115|Germany',
      'y|other@example.com|+33 4 72103030|69002|France',
      'z||+48 61 8553379|61-803|Polen',
    ]),
  ).toEqual({ email: 'B', phone: 'C', postalCode: 'D', country: 'E' })
})

test('a row is headings once more exactly where half of its cells, and three of them, are names', () => {
  const words = ['Reference', '收件人', 'City', '国家', 'Weight (kg)', '合计', '12', '1.5', ' ']
  const cell = fc.constantFrom(...words, '', 'Berlin', '①', '№', 'phone', 'PLZ', 'Hauptstraße 5')
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 9 }), (cells) => {
      const filled = cells.filter((text) => text.trim() !== '').length
      const names = namesFound(cells)
      const found = leftOutOf(
        [{ row: 2, cells }],
        [{ row: 2, values: {}, faults: [] }],
        guessMapping([], []).mapping,
      )
      expect(found.some(({ code }) => code === 'import.headingRow')).toBe(
        names >= 3 && names * 2 >= filled,
      )
    }),
    { numRuns: 500 },
  )
})
