import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { documents } from '#contracts/orders/documents.ts'
import { checkStored, verdictOf } from '#server/features/orders/customs/index.ts'
import { kindsSeen } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** The checker's findings of stored orders, in the order asked. */
export async function checkCustomsOfOrders(
  ctx: Ctx,
  { ids }: In<typeof documents.checkCustoms>,
): Promise<Out<typeof documents.checkCustoms>> {
  const distinct = [...new Set(ids)]
  const seen = kindsSeen(ctx)
  const orders = (await checkStored(ctx, distinct)).filter(
    ({ kind }) => seen === null || seen.includes(kind),
  )
  if (orders.length < distinct.length) failMissing()
  return orders.map(({ id, serialNumber, needed, crossesFromDepot, border, findings }) => ({
    id,
    serialNumber,
    crossesFromDepot,
    border,
    ...verdictOf(ctx, needed, findings),
  }))
}
