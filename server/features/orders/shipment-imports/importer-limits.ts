import type { References, ValidatedOrder } from '#server/features/orders/shipments/index.ts'
import { limitsOf, type SubLimits } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { costOf, type StoredTotal } from './totals.ts'

/**
 * What a sub-account that sent the file is held to; orders of the file taken before count as spent.
 */
export async function importerLimits(
  ctx: Ctx,
  task: { createBy: string | null; totals: readonly StoredTotal[] },
): Promise<SubLimits | null> {
  const limits = task.createBy === null ? null : await limitsOf(ctx, task.createBy)
  const cap = limits?.cap
  if (cap)
    for (const { currency, gross, unrated } of task.totals.map(costOf))
      if (currency === cap.currency) cap.spent += gross + unrated
  return limits
}

/** An order of the file that is about to be taken counts for those below it, with its tax. */
export function plan(
  { limits, withTax }: Pick<References, 'limits' | 'withTax'>,
  { quote, consignee }: Pick<ValidatedOrder, 'quote' | 'consignee'>,
): void {
  if (limits?.cap?.currency === quote.currency)
    limits.cap.spent += withTax(quote.total, consignee.country)
}
