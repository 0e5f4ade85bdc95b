import { resource } from '../kit/resource.ts'
import { ref, text, textarea } from '../kit/field.ts'

/** Zones of a service; prices are given per zone. */
export const partitions = resource({
  name: 'partitions',
  path: '/erp/partition',
  table: 'delivery_partition',
  perm: 'dlv:partition',
  scope: 'tenant',
  label: 'name',
  fields: {
    serviceId: ref('delivery-services', { required: true, filter: 'in', width: 200 }),
    // Unique within its service only, which the database guards.
    code: text({ required: true, max: 32, filter: 'like', sort: true, width: 120 }),
    name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
    remark: textarea({ max: 500 }),
  },
})
