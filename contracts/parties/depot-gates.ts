import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, ref, text } from '../kit/field.ts'

/** Gates and chutes of a depot; a parcel goes to the one that has its sort code. */
export const depotGates = crud(
  entity({
    name: 'depot-gates',
    table: 'depot_gate',
    scope: 'tenant',
    label: 'code',
    fields: {
      depotId: ref('depots', { required: true, filter: 'in', width: 160 }),
      code: text({ required: true, max: 24, unique: true, filter: 'like', sort: true, width: 110 }),
      name: text({ max: 60, filter: 'like', width: 160 }),
      direction: dict('gate_direction', {
        required: true,
        initial: '1',
        filter: 'in',
        sort: true,
        width: 120,
      }),
      /** Separated by commas. */
      sortCodes: text({ max: 1000, filter: 'like', width: 260 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: text({ max: 200, show: ['form', 'detail'] }),
    },
  }),
  {
    path: '/erp/depotGate',
    perm: 'dlv:depot',
    // All gates of a depot are changed at once (`depotDesk.saveGates`).
    verbs: ['list', 'queryById', 'exportXls', 'importExcel', 'options'],
    sort: { column: 'code', order: 'asc' },
  },
)

/** A gate's sort codes, each once, as they are written in routing tables. */
export const sortCodesOf = (text: string | null | undefined): string[] => [
  ...new Set((text ?? '').split(/[\s,;，；、]+/).filter((code) => code !== '')),
]
