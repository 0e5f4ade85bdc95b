import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, INT_MAX, moment } from '../kit/envelope.ts'
import { EVENT_VISIBILITIES } from './event-templates.ts'
import { foundParcel, staffEvent } from './tracking.ts'

/** The staff's view of what the public page shows: hidden events, raw data, corrections. */
export const trackResults = endpoints({
  /** The parcel of a number of any kind, with all its events; others it may mean as well. */
  query: {
    method: 'GET',
    path: '/erp/trackResult/query',
    perm: 'trk:result:query',
    in: z.object({ no: z.string().trim().min(1).max(60), parcelId: idText.optional() }),
    out: z.object({ parcels: z.array(foundParcel), events: z.array(staffEvent) }),
  },
  /** An event as it is stored, and the body of the push it came with. */
  raw: {
    method: 'GET',
    path: '/erp/trackResult/raw',
    perm: 'trk:result:query',
    in: z.object({ eventId: idText }),
    out: z.object({
      /** Name and value, as stored. */
      fields: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
      push: z.string().nullable(),
    }),
  },
  /**
   * Puts what a user knows to be true in the place of an event of any source; that event is
   * kept for staff, with the reason.
   */
  correct: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/trackResult/correct',
    perm: 'trk:result:edit',
    in: z.object({
      eventId: idText,
      status: z.number().int().max(INT_MAX, { error: 'field.tooLarge' }),
      sub: z.string().max(40).nullish(),
      at: moment,
      place: z.string().trim().max(80).nullish(),
      country: z.string().length(2).nullish(),
      text: z.string().trim().max(300).nullish(),
      textEn: z.string().trim().max(300).nullish(),
      visibility: z.enum(EVENT_VISIBILITIES, { error: 'field.dict' }),
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(2, { error: 'field.required' })
        .max(300, { error: 'field.tooLong' }),
    }),
    out: z.array(staffEvent),
    touches: ['/erp/tracking', '/erp/trackResult', '/erp/parcel'],
  },
  setVisible: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/trackResult/setVisible',
    perm: 'trk:result:edit',
    in: z.object({ eventId: idText, visible: z.boolean() }),
    out: z.array(staffEvent),
    touches: ['/erp/tracking', '/erp/trackResult'],
  },
})
