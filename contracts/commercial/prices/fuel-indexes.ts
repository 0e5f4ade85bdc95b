import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { ref, text, textarea } from '../../kit/field.ts'

/** Fuel rates of a supplier, month by month: surcharges name the index, not a rate. */
export const fuelIndexes = crud(
  entity({
    name: 'fuel-indexes',
    table: 'fuel_index',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 140 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      supplierId: ref('suppliers', { filter: 'in', width: 160 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/fuelIndex',
    perm: 'dlv:fee',
  },
)
