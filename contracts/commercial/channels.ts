import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, int, length, ref, text, textarea, weight } from '../kit/field.ts'

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
      /** Code of the source that makes the labels; without one the first that serves the service. */
      adapter: text({ max: 32, filter: 'eq', width: 120 }),
      maxWeight: weight({ min: 0.001, max: 100_000, width: 110 }),
      maxSide: length({ min: 0.1, max: 10_000, width: 110 }),
      maxGirth: length({ min: 0.1, max: 100_000, show: ['form', 'detail'] }),
      /** Codes by commas; without any: all. */
      countries: text({ max: 800, filter: 'like', width: 160 }),
      /** Orders confirmed on a day at most. */
      dailyOrders: int({ min: 1, max: 10_000_000, width: 120 }),
      /** Of services that cost the same the one of the higher channel is chosen. */
      priority: int({ initial: 0, min: -1000, max: 1000, sort: true, width: 100 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/channel',
    perm: 'dlv:channel',
  },
)
