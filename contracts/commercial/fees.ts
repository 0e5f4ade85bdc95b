import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { date, dict, ref, text, textarea } from '../kit/field.ts'

/**
 * Price tables: what we ask (kind 1) and what we pay (kind 2, of a supplier). The prices are in its
 * versions (fee-versions.ts), or, raised or lowered, those of the table it follows. Outside of its
 * own dates, and as a draft, a table prices nothing.
 */
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
      serviceId: ref('delivery-services', { filter: 'in', width: 160 }),
      kind: dict('fee_kind', { required: true, initial: '1', filter: 'in', width: 100 }),
      currency: dict('currency', { required: true, filter: 'in', width: 110 }),
      stepMode: dict('step_mode', { required: true, initial: 'A', filter: 'in', width: 160 }),
      baseFeeId: ref('fees', { filter: 'in', width: 160 }),
      supplierId: ref('suppliers', { filter: 'in', width: 160 }),
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
