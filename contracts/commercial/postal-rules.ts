import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { dict, text, textarea } from '../kit/field.ts'

/** What a country's postal code must look like, as a regular expression over the whole code. */
export const postalRules = crud(
  entity({
    name: 'postal-rules',
    table: 'postal_rule',
    scope: 'tenant',
    label: 'country',
    fields: {
      country: dict('country', {
        required: true,
        unique: true,
        filter: 'in',
        sort: true,
        width: 150,
      }),
      // A regular expression means nothing to an operator: the list shows an example.
      pattern: text({ required: true, max: 200, show: ['form'] }),
      sample: text({ max: 40, width: 200 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/postalRule',
    perm: 'base:postal',
    sort: { column: 'country', order: 'asc' },
  },
)
