import { blacklisted } from '#server/features/parties/consignees/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { ValidatedImportOrder } from './validate-imported-order.ts'

/** Adds a warning to each order that goes to a consignee the customer blacklisted. */
export async function warnOfBlacklisted(
  tx: Tx,
  customerId: string,
  orders: readonly Extract<ValidatedImportOrder, { ok: true }>[],
): Promise<void> {
  const found = await blacklisted(
    tx,
    customerId,
    orders.map(({ order }) => order.consignee),
  )
  for (const [at, one] of orders.entries()) {
    const listed = found[at]
    if (listed)
      one.warnings.push({
        row: one.row,
        reference: one.order.reference,
        column: 'consigneeName',
        code: 'consignee.blacklisted',
        data: {
          name: listed.name,
          reason: listed.reason ?? '–',
          cell: one.order.consignee.name,
        },
        warning: true,
      })
  }
}
