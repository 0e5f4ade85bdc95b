import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, date, dict, int, money, text, textarea } from '../kit/field.ts'

/** Companies we buy transport from. One that is not in use has a reason, and sells no service. */
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
      contractNo: text({ max: 60, filter: 'like', width: 140 }),
      contractFrom: date({ filter: 'range', sort: true, width: 120 }),
      contractTo: date({ filter: 'range', sort: true, width: 120 }),
      /** Days before the contract ends that it is announced; 0: never. */
      noticeDays: int({ required: true, min: 0, max: 730, initial: 30, show: ['form', 'detail'] }),
      paymentTerms: text({ max: 200, show: ['form', 'detail'] }),
      paymentDays: int({ min: 0, max: 365, sort: true, width: 110 }),
      creditLimit: money({ currencyFrom: 'currency', width: 140 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      /** Why it is not in use. */
      statusReason: text({ max: 200, filter: 'like', width: 180 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/supplier',
    perm: 'dlv:supplier',
  },
)
