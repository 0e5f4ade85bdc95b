import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, int, text, textarea } from '../kit/field.ts'

/** Our houses: where parcels come in, are sorted, go out or come back. */
export const depots = crud(
  entity({
    name: 'depots',
    table: 'depot',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      nameEn: text({ max: 100, filter: 'like', width: 180 }),
      depotType: dict('depot_type', {
        required: true,
        initial: '1',
        filter: 'in',
        sort: true,
        width: 120,
      }),
      contact: text({ max: 60, width: 120 }),
      phone: text({ max: 40, width: 150 }),
      email: text({ max: 120, show: ['form', 'detail'] }),
      country: dict('country', { required: true, filter: 'in', sort: true, width: 130 }),
      state: text({ max: 60, show: ['form', 'detail'] }),
      city: text({ required: true, max: 80, filter: 'like', sort: true, width: 140 }),
      postalCode: text({ max: 16, filter: 'prefix', width: 110 }),
      street: text({ max: 120, show: ['form', 'detail'] }),
      house: text({ max: 20, show: ['form', 'detail'] }),
      // Where none is given, the country's.
      timeZone: text({ max: 60, show: ['form', 'detail'] }),
      // How the scale at its inbound station types; empty: a decimal point, kg, 9600 baud.
      scalePrefix: text({ max: 8, show: ['form', 'detail'] }),
      scaleUnit: dict('scale_unit', { show: ['form', 'detail'] }),
      scaleBaud: int({ min: 300, max: 115_200, show: ['form', 'detail'] }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/depot',
    perm: 'dlv:depot',
    pick: 'login',
  },
)
