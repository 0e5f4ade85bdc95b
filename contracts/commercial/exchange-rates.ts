import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { date, decimal, dict, textarea } from '../kit/field.ts'

/**
 * What one unit of a currency is worth in another from a day on; XDR is the special drawing right
 * posts count in. The newest rate that is not younger than the day counts.
 */
export const exchangeRates = crud(
  entity({
    name: 'exchange-rates',
    table: 'exchange_rate',
    scope: 'tenant',
    label: 'currency',
    fields: {
      currency: dict('rate_currency', { required: true, filter: 'in', sort: true, width: 180 }),
      baseCurrency: dict('rate_currency', {
        required: true,
        initial: 'EUR',
        filter: 'in',
        sort: true,
        width: 180,
      }),
      rate: decimal({ required: true, scale: 8, min: 0.00000001, width: 140 }),
      validFrom: date({ required: true, filter: 'range', sort: true, width: 120 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/exchangeRate',
    perm: 'dlv:rate',
    sort: { column: 'validFrom', order: 'desc' },
  },
)
