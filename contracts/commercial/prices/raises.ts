import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'

/** Customers and services one raise takes at most. */
const RAISED_MAX = 200
const ids = z.array(idText).min(1, { error: 'field.required' }).max(RAISED_MAX)

const asked = z.object({
  customerIds: ids,
  serviceIds: ids,
  /** Hundredths of a percent; below zero lowers. */
  percentBp: z
    .number()
    .int()
    .min(-9_000)
    .max(100_000)
    .refine((bp) => bp !== 0, { error: 'field.required' }),
  /** A day of the company, from its first minute on; today is now. */
  from: z.iso.date({ error: 'field.date' }),
})

/** Why a service's prices stay as they are for these customers. */
const WHY_NOT = [
  'noTable',
  'notOpen',
  'ownTable',
  'noPrices',
  'ended',
  'sameStart',
  'limit',
] as const

const raisedTable = z.object({
  service: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  /** What prices them now. */
  table: z.object({ id: z.string(), code: z.string(), name: z.string() }).nullable(),
  currency: z.string().nullable(),
  customers: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  /**
   * `version`: the table is theirs alone and has a new version. `table`: others have it, too, so
   * these customers have one of their own that follows it.
   */
  way: z.enum(['version', 'table']).nullable(),
  whyNot: z.enum(WHY_NOT).nullable(),
  /** A later version of the table ends the raise. */
  endsAt: z.string().nullable(),
  /** Prices change until then by another version, too; the last time they do. */
  changesAt: z.string().nullable(),
  /** Freight of the sample weight by zone, as the table has it: with tax where its prices are. */
  sample: z.array(
    z.object({
      zone: z.string(),
      /** What is charged today; null: no price yet. */
      now: z.string().nullable(),
      /** That day without the raise. */
      before: z.string(),
      after: z.string(),
    }),
  ),
})

const touches = ['/erp/fee', '/erp/feeVersion'] as const

/** One percentage for the prices customers have on services, from a day on. */
export const raises = endpoints({
  preview: {
    method: 'POST',
    path: '/erp/fee/raisePreview',
    rate: 'heavy',
    perm: 'dlv:fee:activate',
    in: asked.extend({
      sampleG: z.number().int().min(1).max(10_000_000),
    }),
    out: z.object({ tables: z.array(raisedTable) }),
  },
  /** All of them or none; what cannot be raised is left as the preview shows it. */
  make: {
    method: 'POST',
    path: '/erp/fee/raise',
    rate: 'heavy',
    perm: 'dlv:fee:activate',
    in: asked.extend({
      /** Customers may see the prices from now on; without it, once they count. */
      announced: z.boolean().optional(),
    }),
    out: z.object({
      made: z.array(
        z.object({
          service: z.string(),
          feeId: z.string(),
          code: z.string(),
          versionId: z.string(),
          versionNo: z.number().int(),
          customers: z.number().int(),
          names: z.array(z.string()),
          /** When the prices begin to count. */
          validFrom: z.string(),
          way: z.enum(['version', 'table']),
        }),
      ),
    }),
    idempotency: 'accepted',
    touches,
    message: 'ok.edited',
  },
  /** Takes versions away that do not count yet: what was before goes on. */
  takeBack: {
    method: 'DELETE',
    path: '/erp/fee/raise',
    perm: 'dlv:fee:activate',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
