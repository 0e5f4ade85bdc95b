import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

/** How long a link can be signed. */
export const HANDOVER_HOURS = 12
/** Points of a signature in all: more than a hand draws. */
const POINTS = 4_000
/** A signature's field is this wide and this high, whatever the screen. */
export const SIGNATURE = { width: 600, height: 200 } as const

const batch = z.object({ batchId: idText })
const link = z.object({
  tenant: idText,
  token: z.string().regex(/^[\w-]{43}$/, { error: 'handover.unknown' }),
})
const point = z.tuple([
  z.number().int().min(0).max(SIGNATURE.width),
  z.number().int().min(0).max(SIGNATURE.height),
])
/** Lines of a drawn signature, each of points. */
export const strokes = z
  .array(z.array(point).min(2).max(POINTS))
  .min(1, { error: 'handover.unsigned' })
  .max(200, { error: 'handover.tooLong' })
  .refine((lines) => lines.reduce((sum, line) => sum + line.length, 0) <= POINTS, {
    error: 'handover.tooLong',
  })
export type Strokes = z.infer<typeof strokes>

const signed = z.object({ driver: z.string(), plate: z.string(), signedAt: z.string() })

/** What a driver takes: a shipped batch as its depot has it. */
const load = z.object({
  company: z.string(),
  batchNo: z.string(),
  depot: z.string(),
  pieces: z.number(),
  bags: z.number(),
  loose: z.number(),
  weightKg: z.string(),
  shippedAt: z.string(),
  signed: signed.nullable(),
})
export type HandoverLoad = z.infer<typeof load>

const typed = (max: number) =>
  z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })

/** A shipped batch is signed for by who drives it away, on a phone, by a link that is good once. */
export const handovers = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/handover/queryById',
    perm: 'wh:out:list',
    in: batch,
    out: z.object({ signed: signed.nullable() }),
  },
  /** A new link takes the place of one that was not signed. */
  add: {
    method: 'POST',
    path: '/erp/handover/add',
    perm: 'wh:out:close',
    secret: true,
    in: batch,
    out: z.object({ path: z.string(), expiresAt: z.string() }),
    touches: ['/erp/handover'],
  },
  sheet: {
    method: 'GET',
    path: '/erp/handover/sheet',
    perm: 'wh:out:list',
    in: batch,
    out: z.null(),
    reply: 'file',
  },
  load: {
    method: 'GET',
    path: '/handover/{tenant}/{token}',
    public: true,
    rate: 'public',
    in: link,
    out: load,
  },
  sign: {
    method: 'POST',
    path: '/handover/{tenant}/{token}',
    public: true,
    rate: 'public',
    secret: true,
    in: link.extend({ driver: typed(60), plate: typed(20), strokes }),
    out: load,
  },
})
