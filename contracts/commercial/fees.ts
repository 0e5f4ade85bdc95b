import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { date, dict, text, textarea } from '../kit/field.ts'

/** Price tables: what we ask (kind 1) and what we pay (kind 2). */
export const fees = crud(
  entity({
    name: 'fees',
    table: 'fee',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 140 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      kind: dict('fee_kind', { required: true, initial: '1', filter: 'in', width: 100 }),
      currency: dict('currency', { required: true, filter: 'in', width: 110 }),
      stepMode: dict('step_mode', { required: true, initial: 'A', filter: 'in', width: 160 }),
      validFrom: date({ required: true, filter: 'range', sort: true, width: 120 }),
      validTo: date({ filter: 'range', sort: true, width: 120 }),
      status: dict('fee_status', {
        required: true,
        initial: '0',
        filter: 'in',
        sort: true,
        width: 100,
      }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/fee',
    perm: 'dlv:fee',
  },
)
