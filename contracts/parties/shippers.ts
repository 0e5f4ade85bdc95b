import { addressFields } from './address.ts'
import { resource } from '../kit/resource.ts'
import { bool, ref, textarea } from '../kit/field.ts'

/** Senders a customer ships from; the default one is proposed in new orders. */
export const shippers = resource({
  name: 'shippers',
  path: '/erp/shipper',
  table: 'shipper',
  perm: 'base:shipper',
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
})
