import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { date, dict, rate, text, textarea } from '../kit/field.ts'

/**
 * Tax by country, category and day; the newest rate that is not younger than the day of a charge
 * counts. A row without a country is for all countries that have none of their own.
 */
export const taxRates = crud(
  entity({
    name: 'tax-rates',
    table: 'tax_rate',
    scope: 'tenant',
    label: 'category',
    fields: {
      country: dict('country', { filter: 'in', sort: true, width: 150 }),
      category: dict('tax_category', {
        required: true,
        initial: 'S',
        filter: 'in',
        sort: true,
        width: 170,
      }),
      rate: rate({ required: true, min: 0, max: 10_000, initial: 0, sort: true, width: 100 }),
      validFrom: date({ required: true, filter: 'range', sort: true, width: 120 }),
      reason: text({ max: 200, width: 220 }),
      reasonEn: text({ max: 200, width: 260 }),
      vatex: text({ max: 30, filter: 'prefix', width: 160 }),
      source: textarea({ max: 300 }),
    },
  }),
  {
    path: '/erp/taxRate',
    perm: 'acc:taxrate',
    sort: { column: 'country', order: 'asc' },
  },
)
