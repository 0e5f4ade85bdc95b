import type { In, Out } from '#contracts/kit/endpoint.ts'
import { shipperMerges } from '#contracts/parties/shippers.ts'
import { moveShipper } from '#server/features/orders/shipments/index.ts'
import { lockMerged, removeMerged } from '#server/features/parties/shippers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { inTx } from '#server/kit/db/tx.ts'

/** Several shippers become one; no order is left without its sender. */
function merge(
  ctx: Ctx,
  { remainId, ids }: In<typeof shipperMerges.merge>,
): Promise<Out<typeof shipperMerges.merge>> {
  return inTx(ctx, async (tx) => {
    const rows = await lockMerged(tx, remainId, ids)
    const gone = rows.map(({ id }) => id).filter((id) => id !== remainId)
    const orders = await moveShipper(tx, gone, remainId)
    await removeMerged(tx, rows, remainId)
    return { merged: gone.length, orders }
  })
}

export const shipperMergeCalls = (): BoundEndpoint[] => bindEndpoints(shipperMerges, { merge })
