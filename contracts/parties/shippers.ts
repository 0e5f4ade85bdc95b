import { addressFields } from './address.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, ref, textarea } from '../kit/field.ts'

/** Senders a customer ships from; the default one is proposed in new orders. */
export const shippers = crud(
  entity({
    name: 'shippers',
    table: 'shipper',
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
      izDefault: bool({ initial: false, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/shipper',
    perm: 'base:shipper',
  },
)
