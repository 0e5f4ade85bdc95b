import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { PREDICTED_BATCH, PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import {
  type LockedParcel,
  lockParcels,
  moveParcels,
} from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { lockBatch, type Batch } from './predicted-row.ts'
import { findParcels, type Match } from '#server/features/depot/scans/index.ts'

type Refused = Out<typeof predictedBatches.addParcels>['refused'][number]
const PREDICTABLE: readonly number[] = [
  PARCEL.DRAFT,
  PARCEL.PREDICTED,
  PARCEL.CONFIRMED,
  PARCEL.LABELLED,
]

/**
 * Puts parcels on a batch by any of their numbers; an order's number brings all its parcels. Each
 * number is taken or refused by itself. Drafts become announced. The parcels are held first, so no
 * other batch takes them meanwhile.
 */
export function predictParcels(
  ctx: Ctx,
  { id, nos }: In<typeof predictedBatches.addParcels>,
): Promise<Out<typeof predictedBatches.addParcels>> {
  return inTx(ctx, async (tx) => {
    const requested = [...new Set(nos)]
    const found = await findParcels(tx, requested)
    const locked = new Map(
      (
        await lockParcels(
          tx,
          found.flat().map((match) => match.parcelId),
        )
      ).map((parcel) => [parcel.id, parcel]),
    )
    const batch = await lockBatch(tx, id, 'addParcels', 'share')
    const taken = await predictedElsewhere(tx, [...locked.keys()])
    const texts = await dictTexts(tx)
    const words = (status: number) => texts('parcel_status', String(status))
    const refused: Refused[] = []
    const matched = new Map<string, LockedParcel>()
    for (const [at, no] of requested.entries()) {
      const answer = classifyRow(found[at] ?? [], locked, batch, taken, words)
      if (Array.isArray(answer)) for (const parcel of answer) matched.set(parcel.id, parcel)
      else
        refused.push({
          no,
          code: answer.code,
          message: translateError(tx.lang, answer.code, answer.data),
        })
    }
    const added = await addRows(tx, batch, [...matched.values()])
    return { added, refused }
  })
}

interface Refusal {
  code: string
  data: Record<string, unknown>
}

/**
 * The parcels a number adds, or why it adds none. Of an order, the parcels that can be announced
 * are.
 */
function classifyRow(
  matches: readonly Match[],
  locked: ReadonlyMap<string, LockedParcel>,
  batch: Batch,
  taken: ReadonlyMap<string, { batchId: string; no: string }>,
  words: (status: number) => string,
): LockedParcel[] | Refusal {
  const parcels = matches.flatMap((match) => locked.get(match.parcelId) ?? [])
  const own = parcels.filter((parcel) => parcel.customerId === batch.customerId)
  if (parcels.length === 0) return { code: 'predicted.unknownNumber', data: {} }
  if (own.length === 0) return { code: 'predicted.otherCustomer', data: {} }
  const here = own.filter((parcel) => parcel.depotId === batch.depotId)
  if (here.length === 0) return { code: 'predicted.otherDepot', data: {} }
  const apt = here.filter((parcel) => PREDICTABLE.includes(parcel.parcelStatus))
  if (apt.length === 0)
    return { code: 'predicted.status', data: { status: words(here[0]!.parcelStatus) } }
  const free = apt.filter((parcel) => !taken.has(parcel.id))
  if (free.length > 0) return free
  const other = taken.get(apt[0]!.id)
  return other?.batchId === batch.id
    ? { code: 'predicted.already', data: {} }
    : { code: 'predicted.otherBatch', data: { batch: other?.no ?? '' } }
}

/**
 * Where these parcels are on a batch that is not finished. Read as the tenant: a batch may be
 * outside the caller's reach.
 */
async function predictedElsewhere(
  tx: Tx,
  parcelIds: readonly string[],
): Promise<Map<string, { batchId: string; no: string }>> {
  const system = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{
    parcelId: string
    batchId: string
    no: string
  }>`select r.parcel_id, r.batch_id, b.no
    from ${system.rows('predictedParcel').as('r')} join ${system.rows('predictedBatch').as('b')} on b.id = r.batch_id
    where r.parcel_id = any(${parcelIds}::bigint[])
      and b.status <> ${PREDICTED_BATCH.finished}`.execute(tx.db)
  return new Map(found.rows.map(({ parcelId, ...where }) => [parcelId, where]))
}

async function addRows(tx: Tx, batch: Batch, parcels: readonly LockedParcel[]): Promise<number> {
  if (parcels.length === 0) return 0
  await sql`insert into predicted_parcel (tenant_id, batch_id, parcel_id, no, status)
    select ${tx.principal.tenantId}, ${batch.id}, x.id, x.no,
      ${PREDICTED_ROW.expected} from unnest(${parcels.map((one) => one.id)}::bigint[],
        ${parcels.map((one) => one.serialNumber)}::text[]) as x(id, no)`.execute(tx.db)
  await moveParcels(
    tx,
    parcels.filter((one) => one.parcelStatus === PARCEL.DRAFT).map((one) => one.id),
    PARCEL.PREDICTED,
  )
  await tx.audit(
    'predicted_batch',
    batch.id,
    'edit',
    { parcels: [] },
    { parcels: parcels.map((one) => one.serialNumber) },
  )
  return parcels.length
}

/**
 * Takes rows off again as long as nothing arrived on them; of parcels within the caller's reach
 * only.
 */
export function removePredictedRows(
  ctx: Ctx,
  { id, ids }: In<typeof predictedBatches.removeParcels>,
): Promise<{ removed: number }> {
  return inTx(ctx, async (tx) => {
    const batch = await lockBatch(tx, id, 'removeParcels')
    const gone = await sql<{
      no: string
    }>`delete from predicted_parcel as r
      where ${tx.rows('predictedParcel').where('r')} and r.batch_id = ${batch.id} and r.id = any(${ids}::bigint[])
        and r.status = ${PREDICTED_ROW.expected}
        and (r.parcel_id is null or r.parcel_id in (select p.id from ${tx.rows('parcel').as('p')}))
        returning r.no`.execute(tx.db)
    if (gone.rows.length > 0)
      await tx.audit(
        'predicted_batch',
        id,
        'edit',
        { parcels: gone.rows.map((row) => row.no) },
        { parcels: [] },
      )
    return { removed: gone.rows.length }
  })
}
