import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText, moment, oneOf } from '../kit/envelope.ts'
import { EVENT_VISIBILITIES } from './event-templates.ts'
import { staffEvent } from './tracking.ts'

/** Most numbers, orders or parcels one call names. */
export const EVENT_TARGETS_MAX = 1000
/** Most parcels one call reaches: an order has many of them. */
export const EVENT_PARCELS_MAX = 5000

const at = moment
const reason = z
  .string({ error: 'field.required' })
  .trim()
  .min(2, { error: 'field.required' })
  .max(300, { error: 'field.tooLong' })
const visibility = z.enum(EVENT_VISIBILITIES, { error: 'field.dict' })

/** What is added; place and country replace those of the template where they are sent. */
export const templatedEvent = z.object({
  templateId: idText,
  at,
  place: z.string().trim().max(80).nullish(),
  country: z.string().length(2).nullish(),
})

/** A parcel, or a number that led to none, with what became of it. */
const eventRow = z.object({
  parcelId: z.string().nullable(),
  /** The number asked for, or the parcel's own. */
  no: z.string(),
  ok: z.boolean(),
  /** Added now; false of a row that is `ok`: the parcel has this event already. */
  added: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export const eventsAdded = z.object({
  added: z.number(),
  /** Parcels that had the same event at that time. */
  known: z.number(),
  refused: z.number(),
  rows: z.array(eventRow),
})
export type EventsAdded = z.infer<typeof eventsAdded>

const template = z.object({
  id: z.string(),
  code: z.string(),
  text: z.string(),
  textEn: z.string(),
  status: z.string(),
  sub: z.string().nullable(),
  place: z.string().nullable(),
  country: z.string().nullable(),
  visibility,
})

/** Events from templates on many parcels, and what may become of one added by hand. */
export const parcelEvents = endpoints({
  /** The templates in use, for those who add events. */
  templates: {
    method: 'GET',
    path: '/erp/tracking/templates',
    perm: 'trk:number:event',
    in: z.object({}),
    out: z.array(template),
  },
  /**
   * Adds one event to the parcels of numbers (of any kind), orders or parcels: exactly one of the
   * three. Each parcel is accepted or refused by itself.
   */
  addFromTemplate: {
    method: 'POST',
    path: '/erp/tracking/addFromTemplate',
    perm: 'trk:number:event',
    idempotency: 'accepted',
    in: oneOf(
      templatedEvent.extend({
        nos: z
          .array(z.string().trim().min(1).max(60))
          .min(1, { error: 'field.required' })
          .max(EVENT_TARGETS_MAX, { error: 'field.tooMany' })
          .optional(),
        shipmentIds: idList.optional(),
        parcelIds: idList.optional(),
      }),
      ['nos', 'shipmentIds', 'parcelIds'],
      { missing: 'tracking.oneTarget', several: 'tracking.oneTarget' },
    ),
    out: eventsAdded,
    touches: ['/erp/tracking', '/erp/parcel'],
  },
  /** Takes an event added by hand back; it stays on the staff's timeline, with the reason. */
  withdraw: {
    method: 'PUT',
    path: '/erp/tracking/withdrawEvent',
    perm: 'trk:number:event',
    in: z.object({ eventId: idText, reason }),
    out: z.array(staffEvent),
    touches: ['/erp/tracking', '/erp/parcel'],
  },
})
