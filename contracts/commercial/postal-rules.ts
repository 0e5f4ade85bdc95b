import { resource } from '../kit/resource.ts'
import { dict, text, textarea } from '../kit/field.ts'

/** What a country's postal code must look like, as a regular expression over the whole code. */
export const postalRules = resource({
  name: 'postal-rules',
  path: '/erp/postalRule',
  table: 'postal_rule',
  perm: 'base:postal',
  scope: 'tenant',
  label: 'country',
  sort: { column: 'country', order: 'asc' },
  fields: {
    country: dict('country', {
      required: true,
      unique: true,
      filter: 'in',
      sort: true,
      width: 150,
    }),
    pattern: text({ required: true, max: 200, filter: 'like', width: 300 }),
    sample: text({ max: 40, width: 140 }),
    remark: textarea({ max: 500 }),
  },
})
