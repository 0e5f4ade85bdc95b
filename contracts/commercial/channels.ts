import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, ref, text, textarea } from '../kit/field.ts'

/** The way a parcel goes: whose transport, and the courier that reports on it. */
export const channels = crud(
  entity({
    name: 'channels',
    table: 'channel',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      supplierId: ref('suppliers', { required: true, filter: 'in', width: 180 }),
      courierId: ref('couriers', { filter: 'in', width: 160 }),
      transType: dict('trans_type', {
        required: true,
        initial: '1',
        filter: 'in',
        sort: true,
        width: 130,
      }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/channel',
    perm: 'dlv:channel',
  },
)
