import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { ref, text, textarea } from '../../kit/field.ts'

/** Depots a customer may send to, each with the customer's own code there. */
export const userDepots = crud(
  entity({
    name: 'user-depots',
    table: 'user_depot',
    scope: 'owner',
    label: 'depotCode',
    depot: 'depot_id',
    fields: {
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 180,
      }),
      depotId: ref('depots', { required: true, filter: 'in', width: 180 }),
      depotCode: text({ required: true, max: 32, filter: 'like', sort: true, width: 150 }),
      contact: text({ max: 60, width: 140 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/userDepot',
    perm: 'dlv:userdepot',
  },
)
