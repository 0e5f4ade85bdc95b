import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, text, textarea } from '../kit/field.ts'

/** Who reads an event: every visitor, the customer's users, or only we. */
export const EVENT_VISIBILITIES = ['PUBLIC', 'CUSTOMER', 'STAFF'] as const

/** Events clerks add to many parcels with the same words: flights, customs, failed deliveries. */
export const eventTemplates = crud(
  entity({
    name: 'event-templates',
    table: 'event_template',
    scope: 'tenant',
    label: 'text',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 130 }),
      text: text({ required: true, max: 200, filter: 'like', sort: true, width: 220 }),
      textEn: text({ required: true, max: 200, filter: 'like', sort: true, width: 240 }),
      status: dict('tracking_status', { required: true, filter: 'in', sort: true, width: 170 }),
      sub: dict('tracking_sub', { filter: 'in', width: 160 }),
      place: text({ max: 80, filter: 'like', width: 130 }),
      country: dict('country', { filter: 'in', width: 110 }),
      visibility: dict('event_visibility', {
        required: true,
        initial: 'PUBLIC',
        filter: 'in',
        width: 120,
      }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/eventTemplate',
    perm: 'dlv:event',
  },
)
