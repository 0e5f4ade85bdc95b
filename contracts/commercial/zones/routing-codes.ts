import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { dict, int, ref, text } from '../../kit/field.ts'

/** Which sort code and gate addresses have, as zones are described (domain 3.7). */
export const routingCodes = crud(
  entity({
    name: 'routing-codes',
    table: 'routing_code',
    scope: 'tenant',
    label: 'sortCode',
    fields: {
      tableId: ref('routing-tables', { required: true, filter: 'in', width: 180 }),
      // Without one: everywhere the table names no country for.
      country: dict('country', { filter: 'in', sort: true, width: 130 }),
      matchType: dict('match_type', { required: true, initial: 'RANGE', filter: 'in', width: 120 }),
      valueFrom: text({ max: 200, filter: 'prefix', sort: true, width: 130 }),
      valueTo: text({ max: 200, width: 130 }),
      sortCode: text({ required: true, max: 24, filter: 'like', sort: true, width: 120 }),
      gate: text({ max: 24, filter: 'like', sort: true, width: 90 }),
      destDepot: text({ max: 24, filter: 'like', sort: true, width: 110 }),
      barcodeText: text({ max: 80, width: 160 }),
      priority: int({ min: -1000, max: 1000, initial: 0, width: 90 }),
      rowNo: int({ readOnly: true, sort: true, width: 90 }),
    },
  }),
  {
    path: '/erp/routingCode',
    perm: 'dlv:routing',
    verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls'],
  },
)
