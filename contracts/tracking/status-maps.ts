import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, int, text, textarea } from '../kit/field.ts'

/** What a carrier's code means to us (domain 3.1, rule 4); the courier is named by its code. */
export const statusMaps = crud(
  entity({
    name: 'status-maps',
    table: 'status_map',
    scope: 'tenant',
    label: 'rawCode',
    fields: {
      courier: text({ required: true, max: 32, filter: 'eq', sort: true, width: 120 }),
      rawCode: text({ max: 60, initial: '', filter: 'like', sort: true, width: 140 }),
      rawReason: text({ max: 60, filter: 'like', sort: true, width: 120 }),
      status: dict('map_status', { required: true, filter: 'in', sort: true, width: 140 }),
      sub: dict('tracking_sub', { filter: 'in', width: 180 }),
      pattern: text({ max: 200, filter: 'like', width: 200 }),
      weight: int({ min: -1000, max: 1000, initial: 0, sort: true, width: 90 }),
      cancels: bool({ initial: false, filter: 'eq', width: 110 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/statusMap',
    perm: 'trk:map',
  },
)
