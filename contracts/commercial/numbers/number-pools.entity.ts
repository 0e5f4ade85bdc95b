import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { dict, int, ref, text, textarea } from '../../kit/field.ts'

/** Lists of numbers carriers gave us; their numbers come by file. */
export const numberPools = crud(
  entity({
    name: 'number-pools',
    table: 'number_pool',
    scope: 'tenant',
    label: 'code',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 140 }),
      serviceId: ref('delivery-services', { required: true, filter: 'in', width: 180 }),
      supplierId: ref('suppliers', { filter: 'in', width: 150 }),
      customerId: ref('customers', { filter: 'in', width: 150 }),
      /** Its check digits are checked in every file; none: any letters and digits. */
      scheme: dict('number_scheme', { filter: 'in', width: 140 }),
      lowWater: int({ min: 0, max: 100, initial: 10, show: ['form', 'detail'] }),
      /** Days after which a void number is free again; empty: never. */
      reuseDays: int({ min: 1, max: 3650, show: ['form', 'detail'] }),
      status: dict('number_pool_status', {
        required: true,
        initial: '1',
        filter: 'in',
        sort: true,
        width: 100,
      }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/numberPool',
    perm: 'dlv:number',
    verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls', 'options'],
  },
)
