import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText, INT_MAX, moment } from '../kit/envelope.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { expectedDelivery, trackQuery, trackResult } from './public-tracking.ts'

export const staffEvent = z.object({
  id: z.string(),
  at: z.string().nullable(),
  /**
   * As the carrier wrote it, and read: wall time where it happened, null where that cannot be read.
   */
  localTime: z.string().nullable(),
  local: z.string().nullable(),
  offsetMin: z.number().nullable(),
  place: z.string().nullable(),
  country: z.string().nullable(),
  courier: z.string().nullable(),
  /**
   * `note` and `cancel` have no status; `cancelled`: the carrier took it back, or a scan of ours
   * was undone.
   */
  effect: z.string(),
  cancelled: z.boolean(),
  /** The same scan from a better source stands for it; of staff only. */
  repeated: z.boolean(),
  status: z.number().nullable(),
  sub: z.string().nullable(),
  source: z.string(),
  actionRequired: z.boolean(),
  blame: z.string().nullable(),
  rawCode: z.string().nullable(),
  rawReason: z.string().nullable(),
  rawText: z.string().nullable(),
  /** The same in English, of an event we worded in both languages. */
  textEn: z.string().nullable(),
  unmapped: z.boolean(),
  /**
   * `textPublic`: the text names no person, so the public may read them; `customerVisible`: hidden
   * from the public, shown to the customer's users.
   */
  visible: z.boolean(),
  customerVisible: z.boolean(),
  textPublic: z.boolean(),
  /** Why a user took it back or corrected it; of staff only. */
  cancelReason: z.string().nullable(),
  receivedAt: z.string(),
})
export const foundParcel = z.object({
  asked: z.string(),
  found: z.boolean(),
  /** How many parcels its number leads to; of very many not all are answered. */
  hits: z.number(),
  parcelId: z.string().nullable(),
  shipmentId: z.string().nullable(),
  trackNo: z.string().nullable(),
  serialNumber: z.string().nullable(),
  orderNo: z.string().nullable(),
  reference: z.string().nullable(),
  customerName: z.string().nullable(),
  serviceName: z.string().nullable(),
  parcelStatus: z.number().nullable(),
  parcelStatus_dictText: z.string(),
  trackingStatus: z.number().nullable(),
  trackingStatus_dictText: z.string(),
  trackingSub: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  expected: expectedDelivery.nullable(),
  lastEventAt: z.string().nullable(),
  nextPollAt: z.string().nullable(),
  /**
   * Why a person has to look (server/features/tracking/tracking/events/parcel-effect.ts); `public`:
   * whether the public page knows the number.
   */
  question: z.string().nullable(),
  public: z.boolean().nullable(),
})
const anyNo = z.string().trim().min(1).max(60)

/** Tracking for visitors and for staff. */
export const tracking = endpoints({
  query: {
    method: 'GET',
    path: '/track/query',
    public: true,
    rate: 'public',
    in: trackQuery,
    out: trackResult,
  },
  /**
   * Up to 500 numbers of any kind: track number, parcel or order serial, reference, FBA code,
   * house waybill; for staff also outbound batch, waybill batch, master waybill and bag.
   */
  search: {
    method: 'POST',
    path: '/erp/tracking/search',
    perm: 'trk:search:query',
    in: z.object({
      nos: z.array(anyNo).min(1, { error: 'field.required' }).max(500, { error: 'field.tooMany' }),
    }),
    out: z.array(foundParcel),
  },
  events: {
    method: 'GET',
    path: '/erp/tracking/events',
    perm: 'trk:search:query',
    in: z.object({ parcelId: idText }),
    out: z.array(staffEvent),
  },
  /** Asks the carriers now; queued, the outcome shows in the events. */
  refresh: {
    method: 'POST',
    path: '/erp/tracking/refresh',
    perm: 'trk:number:refresh',
    in: z.object({ parcelIds: idList }),
    out: z.object({ queued: z.number(), skipped: z.number() }),
    touches: ['/erp/tracking'],
  },
  addEvent: {
    method: 'POST',
    path: '/erp/tracking/addEvent',
    perm: 'trk:number:event',
    out: z.array(staffEvent),
    idempotency: 'accepted',
    in: z.object({
      parcelId: idText,
      status: z.number().int().max(INT_MAX, { error: 'field.tooLarge' }),
      sub: z.string().max(40).nullish(),
      at: moment,
      place: z.string().trim().max(80).nullish(),
      country: z.string().length(2).nullish(),
      text: z.string().trim().max(300).nullish(),
      visible: z.boolean().default(true),
    }),
    touches: ['/erp/tracking'],
  },
  setVisible: {
    method: 'PUT',
    path: '/erp/tracking/setVisible',
    perm: 'trk:number:event',
    in: z.object({ eventId: idText, visible: z.boolean() }),
    out: z.array(staffEvent),
    touches: ['/erp/tracking/events'],
  },
  unmapped: {
    method: 'GET',
    path: '/erp/tracking/unmapped',
    perm: 'trk:map:list',
    in: pageQuery({
      pageNo: z.coerce.number().int().min(1).max(500).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    out: pageOf(
      z.object({
        courier: z.string(),
        rawCode: z.string(),
        rawReason: z.string().nullable(),
        sample: z.string().nullable(),
        count: z.number(),
        firstAt: z.string(),
        lastAt: z.string(),
      }),
    ),
  },
  /**
   * Reads all of a courier's stored events again, one at a time; saving a mapping does so for its own
   * codes.
   */
  replay: {
    method: 'POST',
    path: '/erp/tracking/replay',
    perm: 'trk:map:edit',
    in: z.object({ courier: z.string().trim().min(1).max(32) }),
    out: z.null(),
  },
})

/**
 * Where carriers push to; the token in the header is the courier's own. `{adapter}` is the
 * account's, `{hook}` the tenant's code.
 */
export const carrierHooks = endpoints({
  push: {
    method: 'POST',
    path: '/hooks/{adapter}/{hook}',
    public: true,
    rate: 'normal',
    in: z
      .object({
        adapter: z.string().regex(/^[\w-]{1,40}$/),
        hook: z.string().regex(/^[\w-]{1,60}$/),
      })
      .loose(),
    out: z.object({ accepted: z.number() }).loose(),
  },
})
