import type { In } from '#contracts/kit/endpoint.ts'
import type { waybillBatches } from '#contracts/depot/waybills.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockWaybill } from './lock-waybill.ts'
import { differencesOf } from './read-waybill.ts'

/**
 * Closes a waybill batch: what is on it stays. Where its parcels, its outbound batches and its house
 * waybills do not agree, it is closed only after the difference was seen.
 */
export function closeWaybill(
  ctx: Ctx,
  { id, version, despite }: In<typeof waybillBatches.close>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const waybill = await lockWaybill(tx, id)
    const label = waybill.no
    if (waybill.version !== version) failConflict('row.stale', null, { label })
    if (waybill.pieces === 0) fail('waybill.empty', { label })
    if (!waybill.masterNo) fail('waybill.noMaster', { label })
    const { missing, unhoused } = await differencesOf(tx, waybill)
    if ((missing.pieces > 0 || unhoused.pieces > 0) && !despite)
      fail('waybill.differs', { label, missing: missing.pieces, unhoused: unhoused.pieces })
    await change(
      tx,
      'waybillBatch',
      waybill,
      { closedAt: nowIso(), closedBy: tx.principal.username },
      { note: { missing: missing.pieces, unhoused: unhoused.pieces } },
    )
    return null
  })
}
