import { z } from 'zod'

/** What an order's own columns do not show (table `order_history`). */
export const ORDER_STEPS = [
  'convert',
  'merge',
  'mergedInto',
  'split',
  'splitFrom',
  'service',
  'correct',
  'hold',
  'release',
  'lost',
  'destroy',
  'returned',
  'fileAdd',
  'fileDelete',
] as const
export type OrderStepAction = (typeof ORDER_STEPS)[number]

export const orderStep = z.object({
  action: z.enum(ORDER_STEPS),
  /** Kinds of order in words, services by their code, or places; `to` of moved parcels: how many. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /**
   * Of a file; of a corrected address its fields that changed, without their values; of held parcels
   * the reason, for those who see it with a parcel.
   */
  name: z.string().nullable(),
  /** The other order, where the caller sees it; its number stands without the link, too. */
  otherId: z.string().nullable(),
  otherNumber: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export type OrderStep = z.infer<typeof orderStep>
