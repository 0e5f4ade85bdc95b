import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { bool, dict, text, textarea } from '../../kit/field.ts'

/** Warehouses a marketplace stores goods in; an order to one takes its address from here. */
export const fbaWarehouses = crud(
  entity({
    name: 'fba-warehouses',
    table: 'fba_warehouse',
    scope: 'tenant',
    label: 'code',
    fields: {
      code: text({ required: true, max: 12, unique: true, filter: 'like', sort: true, width: 100 }),
      name: text({ required: true, max: 100, filter: 'like', width: 220 }),
      marketplace: dict('fba_marketplace', { filter: 'in', width: 130 }),
      country: dict('country', { required: true, filter: 'in', sort: true, width: 130 }),
      state: text({ max: 80, show: ['form', 'detail'] }),
      city: text({ required: true, max: 80, filter: 'like', sort: true, width: 150 }),
      postalCode: text({ required: true, max: 16, filter: 'prefix', width: 110 }),
      street: text({ required: true, max: 120, width: 200 }),
      house: text({ max: 20, width: 80 }),
      timeZone: text({ required: true, max: 60, initial: 'Europe/Berlin', width: 150 }),
      appointmentNeeded: bool({ initial: true, filter: 'eq', width: 120 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  { path: '/erp/fbaWarehouse', perm: 'base:fbawarehouse' },
)
