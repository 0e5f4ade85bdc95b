import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { bool, date, dict, text } from '../../kit/field.ts'

/**
 * Goods that are not carried: to a country or anywhere, by the first digits of their HS code or by
 * a word in their name. A row with a country alone closes the country.
 */
export const embargoes = crud(
  entity({
    name: 'embargoes',
    table: 'embargo',
    scope: 'tenant',
    label: 'reason',
    fields: {
      country: dict('country', { filter: 'in', sort: true, width: 150 }),
      hsPrefix: text({ max: 10, filter: 'prefix', sort: true, width: 110 }),
      word: text({ max: 60, filter: 'like', width: 140 }),
      severity: dict('customs_severity', {
        required: true,
        initial: 'error',
        filter: 'in',
        width: 110,
      }),
      reason: text({ required: true, max: 200, filter: 'like', width: 260 }),
      reasonEn: text({ max: 200, width: 260 }),
      validFrom: date({ filter: 'range', sort: true, width: 120 }),
      validTo: date({ filter: 'range', sort: true, width: 120 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
    },
  }),
  {
    path: '/erp/embargo',
    perm: 'base:embargo',
  },
)
