import { crud, VERBS } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { date, dict, ref, text } from '../../kit/field.ts'

/** A line of a remote list: one code, a beginning of codes, or a range with both its ends. */
export const remotePostcodes = crud(
  entity({
    name: 'remote-postcodes',
    table: 'remote_postcode',
    scope: 'tenant',
    label: 'valueFrom',
    fields: {
      listId: ref('remote-lists', { required: true, filter: 'in', width: 200 }),
      country: dict('country', { required: true, filter: 'in', sort: true, width: 130 }),
      valueFrom: text({ max: 24, filter: 'prefix', sort: true, width: 130 }),
      valueTo: text({ max: 24, width: 130 }),
      validFrom: date({ filter: 'range', sort: true, width: 120 }),
      validTo: date({ filter: 'range', sort: true, width: 120 }),
      remark: text({ max: 200, width: 200 }),
    },
  }),
  {
    path: '/erp/remotePostcode',
    perm: 'dlv:fee',
    // A line for a whole country has nothing to be chosen by.
    verbs: VERBS.filter((verb) => verb !== 'options'),
  },
)
