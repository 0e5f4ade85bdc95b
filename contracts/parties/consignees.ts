import { addressFields } from './address.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { ref, textarea } from '../kit/field.ts'

/** Receivers a customer ships to again and again. */
export const consignees = crud(
  entity({
    name: 'consignees',
    table: 'consignee',
    scope: 'owner',
    label: 'name',
    fields: {
      // A customer's own user does not choose whose address book this is.
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 180,
      }),
      ...addressFields,
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/consignee',
    perm: 'base:consignee',
  },
)
