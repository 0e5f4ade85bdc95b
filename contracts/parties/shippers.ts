import { addressFields } from './address.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, ref, textarea } from '../kit/field.ts'
import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'

/** Senders a customer ships from; the default one is proposed in new orders. */
export const shipperList = crud(
  entity({
    name: 'shippers',
    table: 'shipper',
    scope: 'owner',
    // A sub-account sees its own and those that are shared.
    creator: true,
    shared: 'iz_shared',
    label: 'name',
    search: ['name', 'company', 'phone', 'email', 'city'],
    fields: {
      // A customer's own user does not choose whose address book this is.
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 180,
      }),
      ...addressFields,
      /** Whose it is within the customer's accounts; none: the main account's. */
      belongUser: ref('users', { readOnly: true, width: 140 }),
      izShared: bool({ initial: true, filter: 'eq', width: 90 }),
      izDefault: bool({ initial: false, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/shipper',
    perm: 'base:shipper',
  },
)

export const shippers = endpoints({
  /** What the form of a customer's first sender begins with; null once there is one. */
  propose: {
    method: 'GET',
    path: '/erp/shipper/propose',
    perm: 'base:shipper:list',
    in: z.object({
      /** A customer's own user has no choice. */
      customerId: idText.optional(),
    }),
    out: z
      .object({
        name: z.string().nullable(),
        company: z.string(),
        country: z.string().nullable(),
        city: z.string().nullable(),
        postalCode: z.string().nullable(),
        street: z.string().nullable(),
      })
      .nullable(),
  },
  /** Phone and postal code by the rules of their country; nothing is changed. */
  validate: {
    method: 'POST',
    path: '/erp/shipper/validate',
    perm: 'base:shipper:list',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
  },
  share: {
    method: 'PUT',
    path: '/erp/shipper/share',
    perm: 'base:shipper:edit',
    in: z.object({ ids: idList, shared: z.boolean() }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipper'],
  },
})

export const shipperMerges = endpoints({
  /** The others go; their orders name the one that remains. */
  merge: {
    method: 'POST',
    path: '/erp/shipper/merge',
    perm: 'base:shipper:delete',
    in: z.object({ remainId: idText, ids: idList }),
    out: z.object({ merged: z.number(), orders: z.number() }),
    touches: ['/erp/shipper', '/erp/shipment'],
  },
})
