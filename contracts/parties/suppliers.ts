import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, text, textarea } from '../kit/field.ts'

/** Companies we buy transport from. */
export const suppliers = crud(
  entity({
    name: 'suppliers',
    table: 'supplier',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      contact: text({ max: 60, filter: 'like', width: 120 }),
      phone: text({ max: 40, width: 150 }),
      email: text({ max: 120, width: 200 }),
      currency: dict('currency', { required: true, initial: 'EUR', filter: 'in', width: 110 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/supplier',
    perm: 'dlv:supplier',
  },
)
