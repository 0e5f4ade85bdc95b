import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { ref, text, textarea } from '../kit/field.ts'

/** People at a supplier: sales, operations, accounts, claims. */
export const supplierContacts = crud(
  entity({
    name: 'supplier-contacts',
    table: 'supplier_contact',
    scope: 'tenant',
    label: 'name',
    fields: {
      supplierId: ref('suppliers', { required: true, filter: 'in', width: 180 }),
      name: text({ required: true, max: 60, unique: true, filter: 'like', sort: true, width: 140 }),
      role: text({ max: 60, filter: 'like', sort: true, width: 140 }),
      phone: text({ max: 40, filter: 'like', width: 150 }),
      email: text({ max: 120, filter: 'like', width: 200 }),
      wechat: text({ max: 60, filter: 'like', width: 140 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/supplierContact',
    perm: 'dlv:supplier',
    sort: { column: 'name', order: 'asc' },
  },
)
