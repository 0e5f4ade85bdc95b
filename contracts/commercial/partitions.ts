import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { int, ref, text, textarea } from '../kit/field.ts'

/** Zones of a service; prices are given per zone. */
export const partitions = crud(
  entity({
    name: 'partitions',
    table: 'delivery_partition',
    scope: 'tenant',
    label: 'name',
    fields: {
      serviceId: ref('delivery-services', { required: true, filter: 'in', width: 200 }),
      // Unique within its service only, which the database guards.
      code: text({ required: true, max: 32, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      /** Working days from the depot; without them those of the service hold. */
      transitMin: int({ min: 0, max: 365, width: 110 }),
      transitMax: int({ min: 0, max: 365, width: 110 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/partition',
    perm: 'dlv:partition',
  },
)
