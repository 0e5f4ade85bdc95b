import { addressFields } from './address.ts'
import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, ref, text, textarea } from '../kit/field.ts'
import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'

/** Receivers a customer ships to again and again. */
export const consigneeList = crud(
  entity({
    name: 'consignees',
    table: 'consignee',
    scope: 'owner',
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
      /** Changed by its own call, which asks why. */
      blacklisted: bool({ readOnly: true, initial: false, filter: 'eq', width: 100 }),
      blacklistReason: text({ readOnly: true, max: 200, show: ['detail'] }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/consignee',
    perm: 'base:consignee',
  },
)

const given = z.string().max(200).nullish()

export const consignees = endpoints({
  /** Phone and postal code by the rules of their country; nothing is changed. */
  validate: {
    method: 'POST',
    path: '/erp/consignee/validate',
    perm: 'base:consignee:list',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
  },
  /** A warning from now on, not a refusal: with the reason it is shown with. */
  blacklist: {
    method: 'PUT',
    path: '/erp/consignee/blacklist',
    perm: 'base:consignee:edit',
    in: z.object({
      ids: idList,
      blacklisted: z.boolean(),
      reason: z.string().trim().max(200).nullish(),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/consignee'],
  },
  /** Whether an address is one that is warned of: same phone or mail, or same name and place. */
  warn: {
    method: 'POST',
    path: '/erp/consignee/warn',
    perm: 'base:consignee:list',
    in: z.object({
      customerId: idText.or(z.literal('')).nullish(),
      name: given,
      phone: given,
      email: given,
      country: given,
      postalCode: given,
    }),
    out: z.object({ id: z.string(), name: z.string(), reason: z.string().nullable() }).nullable(),
  },
  /** The others go; the one that remains takes what it has not. */
  merge: {
    method: 'POST',
    path: '/erp/consignee/merge',
    perm: 'base:consignee:delete',
    in: z.object({ remainId: idText, ids: idList }),
    out: z.object({ merged: z.number() }),
    touches: ['/erp/consignee'],
  },
})
