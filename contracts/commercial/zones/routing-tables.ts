import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { date, int, ref, text, textarea } from '../../kit/field.ts'

/** A supplier's routing file, valid for a period; the next one ends it. */
export const routingTables = crud(
  entity({
    name: 'routing-tables',
    table: 'routing_table',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      supplierId: ref('suppliers', { readOnly: true, filter: 'in', width: 160 }),
      serviceId: ref('delivery-services', { readOnly: true, filter: 'in', width: 160 }),
      validFrom: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      validTo: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      rowCount: int({ readOnly: true, sort: true, width: 110 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/routingTable',
    perm: 'dlv:routing',
    verbs: ['list', 'queryById', 'edit', 'delete', 'options'],
    sort: { column: 'validFrom', order: 'desc' },
  },
)
