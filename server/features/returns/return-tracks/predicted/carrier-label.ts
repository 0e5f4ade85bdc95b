import { sql } from 'kysely'
import { returnLabelOfParcel } from '#server/features/carriers/carrier-labels/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { bytesOf } from '#server/kit/files/stored-files.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { awaitBox } from './predicted-returns.ts'

interface Of {
  id: string
  customerId: string
  orderNo: string | null
}
type Label = NonNullable<Awaited<ReturnType<typeof returnLabelOfParcel>>>

/**
 * The label of the carrier that took the order's parcel there, for the way back; null where it sells
 * none: ours is drawn then. Its number is what the box is awaited by. `nameless`: its code alone, which
 * a shop prints the label by.
 */
export async function carrierReturnLabel(
  ctx: Ctx,
  of: Of,
  nameless: boolean,
): Promise<FileReply | null> {
  if (of.orderNo === null) return null
  const { rows } = await sql<{ parcelId: string }>`select p.id as parcel_id
    from ${ctx.rows('shipment').as('s')}
      join ${ctx.rows('parcel').as('p')} on p.shipment_id = s.id
    where s.customer_id = ${of.customerId}
      and (upper(coalesce(s.reference, s.serial_number)) = upper(${of.orderNo})
        or s.serial_number = upper(${of.orderNo}))
    order by s.id desc, p.id limit 1`.execute(ctx.db)
  const label = rows[0] ? await labelOf(ctx, rows[0].parcelId) : null
  const file = label?.files.find(({ name }) => name.startsWith(nameless ? 'qr-' : 'return-'))
  if (!label || !file || !(await awaitBy(ctx, of.id, label.returnNo))) return null
  return new FileReply(file.name, file.type, await bytesOf(ctx, file), { isInline: true })
}

/** A carrier that refuses, or cannot be reached, is no reason to be without a label. */
async function labelOf(ctx: Ctx, parcelId: string): Promise<Label | null> {
  try {
    return await returnLabelOfParcel(ctx, parcelId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ err: error, parcelId }, 'no return label of the carrier')
    return null
  }
}

/** One announcement has the carrier's number; one that came with a number of its own keeps it. */
function awaitBy(ctx: Ctx, id: string, returnNo: string): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const { rows } = await sql<{ id: string; trackNo: string | null }>`select p.id, p.track_no
      from predicted_return as p
      where ${acrossTenantTx(tx).rows('predictedReturn').where('p')}
        and (p.id = ${id} or upper(p.track_no) = upper(${returnNo})) for update`.execute(tx.db)
    const own = rows.find((row) => row.id === id)
    const isTaken = rows.some((row) => row.id !== id)
    if (!own || isTaken || (own.trackNo !== null && own.trackNo !== returnNo)) return false
    const row = await change(tx, 'predictedReturn', id, {
      trackNo: returnNo,
      labelledAt: nowIso(),
    })
    await awaitBox(tx, row)
    return true
  })
}
