import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

/** Shapes in which carriers report parcels. */
export const DIALECTS = ['dhl', 'dhl-parcel-de', 'gls', '17track'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Longest payload that is read, in characters as text. */
export const PAYLOAD_MAX = 2_000_000
/** Longest that is kept as a case to try again. */
export const CASE_MAX = 200_000
export const SCENARIOS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

const courier = z.enum(DIALECTS, { error: 'field.dict' })
const payload = z.unknown().refine((value) => value !== undefined && value !== null, {
  error: 'field.required',
})

const readEvent = z.object({
  trackNo: z.string(),
  /** As the carrier wrote it. */
  time: z.string(),
  /** Null where neither the offset is known nor the payload states UTC. */
  utc: z.string().nullable(),
  offsetKnown: z.boolean(),
  /** Wall time where it happened; null where the text is no time. */
  local: z.string().nullable(),
  /** Null of a note and of a correction. */
  status: z.number().nullable(),
  subStatus: z.string().nullable(),
  effect: z.string(),
  place: z.string().nullable(),
  country: z.string().nullable(),
  text: z.string(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /**
   * `code`: a row of the mapping with the carrier's code; `pattern`: a row that looks at the text
   * alone; `words`: the rules of words; `default`: nothing knew it.
   */
  mappedBy: z.enum(['code', 'pattern', 'words', 'default']),
  /** The row of the mapping. */
  mappingId: z.string().nullable(),
})

const outcome = z.object({
  courier: z.string(),
  events: z.array(readEvent),
  /** What the events amount to, number by number. */
  states: z.array(z.object({ trackNo: z.string(), status: z.number(), subStatus: z.string() })),
  /** Against the case it was compared with: what is other than it was when that was kept. */
  differences: z.array(
    z.object({
      /** `+` came, `-` went, `~` changed. */
      kind: z.enum(['+', '-', '~']),
      time: z.string(),
      text: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
})

/** Reads payloads of carriers on trial; nothing of a parcel is changed but by `push`. */
export const testTrack = endpoints({
  run: {
    method: 'POST',
    path: '/erp/testTrack/run',
    perm: 'trk:test:run',
    rate: 'heavy',
    limit: 2 * PAYLOAD_MAX,
    in: z.object({ courier, payload, caseId: idText.nullish() }),
    out: outcome,
  },
  /**
   * What the carrier's simulator reports of a parcel with such a story; of `trackNo` from the hour
   * it left, so that it can be pushed.
   */
  scenario: {
    method: 'GET',
    path: '/erp/testTrack/scenario',
    perm: 'trk:test:run',
    in: z.object({
      courier,
      scenario: z.enum(SCENARIOS),
      trackNo: z.string().trim().max(64, { error: 'field.tooLong' }).nullish(),
    }),
    out: z.object({ payload: z.string() }),
  },
  cases: {
    method: 'GET',
    path: '/erp/testTrack/cases',
    perm: 'trk:test:run',
    in: z.object({}),
    out: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        courier: z.string(),
        payload: z.string(),
        createBy: z.string().nullable(),
        createTime: z.string(),
      }),
    ),
  },
  /** Keeps a payload with what it is read as now. */
  keep: {
    method: 'POST',
    path: '/erp/testTrack/keep',
    perm: 'trk:test:run',
    in: z.object({
      courier,
      payload: z.string().max(CASE_MAX, { error: 'field.tooLong' }),
      name: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(100, { error: 'field.tooLong' }),
    }),
    out: z.object({ id: z.string() }),
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/erp/testTrack'],
  },
  forget: {
    method: 'DELETE',
    path: '/erp/testTrack/forget',
    perm: 'trk:test:run',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/erp/testTrack'],
  },
  /**
   * Reads a payload as if the carrier had pushed it: events of our numbers are stored. Only for
   * couriers without an address of their own.
   */
  push: {
    method: 'POST',
    path: '/erp/testTrack/push',
    perm: 'trk:test:push',
    in: z.object({ courier, payload }),
    out: z.object({ events: z.number(), numbers: z.array(z.string()) }),
    idempotency: 'accepted',
    touches: ['/erp/tracking', '/erp/deliveryNumber', '/erp/parcel'],
  },
})
