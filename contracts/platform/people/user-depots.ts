import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { bool, dict, ref, text, textarea } from '../../kit/field.ts'

/** Depots a customer may send to, each with the customer's own code there. */
export const userDepotList = crud(
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
      /** Made from the codes of depot and customer where it is left out. */
      depotCode: text({ max: 32, initial: '', filter: 'like', sort: true, width: 170 }),
      type: dict('user_depot_type', { required: true, initial: '1', filter: 'in', width: 110 }),
      izDefault: bool({ initial: false, filter: 'eq', width: 90 }),
      contact: text({ max: 60, width: 140 }),
      phone: text({ max: 40, width: 150 }),
      hours: text({ max: 120, width: 180 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/userDepot',
    perm: 'dlv:userdepot',
  },
)
