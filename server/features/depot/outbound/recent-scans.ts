import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { outBatches } from '#contracts/depot/outbound.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { recentRows } from '#server/features/depot/scans/index.ts'

/**
 * What the caller scanned for a batch last, refused scans too: a parcel is taken out by its row.
 */
export function recentOutboundScans(
  ctx: Ctx,
  { batchId }: In<typeof outBatches.recent>,
): Promise<Out<typeof outBatches.recent>> {
  return recentRows(ctx, { stations: ['out'], batchId }, 0)
}
