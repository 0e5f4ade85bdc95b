import { sql } from 'kysely'
import type { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import { MAX_BATCH } from '#contracts/carriers/carrier-batches.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { kindCondition } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { requireCarrier } from '../carrier-access.ts'
import { resendFile } from '../files/send-file.ts'
import { reachedBatch } from './batch-rows.ts'
import { keyOfBatch, runBatch } from './run-batch.ts'

interface Found {
  id: string
  serialNumber: string
  asked: string
}
const NAMED = 5

/** Parcels of orders named by number or reference, bought or only checked in the background. */
export async function addBatch(
  ctx: Ctx,
  { carrier, validateOnly, numbers }: In<typeof carrierBatches.add>,
): Promise<Out<typeof carrierBatches.add>> {
  requireCarrier(ctx, carrier, 'batch', 'add')
  const asked = [...new Set(numbers)]
  const found = await findParcels(ctx, asked, carrier)
  const known = new Set(found.map((one) => one.asked))
  const missing = asked.filter((one) => !known.has(one))
  if (missing.length > 0)
    failFields([
      {
        path: 'numbers',
        code: 'carrierBatch.unknownNumbers',
        data: { numbers: missing.slice(0, NAMED).join(', '), count: missing.length },
      },
    ])
  const parcels = [...new Map(found.map((one) => [one.id, one])).values()]
  if (parcels.length > MAX_BATCH) fail('carrierBatch.tooMany', { max: MAX_BATCH })
  return openBatch(ctx, carrier, validateOnly ? 'validate' : 'labels', parcels)
}

/** A batch of parcels that were found, begun in the background. */
export async function openBatch(
  ctx: Ctx,
  carrier: string,
  kind: 'labels' | 'validate',
  parcels: readonly { id: string; serialNumber: string }[],
): Promise<{ id: string; parcels: number }> {
  const no = (await nextSerialNumbers(ctx, 'carrier_batch', 'CB', 1))[0]!
  return inTx(ctx, async (tx) => {
    const made = await sql<{ id: string }>`insert into carrier_batch (tenant_id, batch_no, carrier,
        kind, day, parcels, create_by)
      values (${tx.principal.tenantId}, ${no}, ${carrier},
        ${kind}, ${await businessDay(tx)}::date,
        ${parcels.length}, ${tx.principal.username})
      returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    await sql`insert into carrier_batch_item (tenant_id, batch_id, parcel_id, serial_number)
      select ${tx.principal.tenantId}, ${id}, x.id, x.serial_number
      from unnest(${parcels.map((one) => one.id)}::bigint[],
        ${parcels.map((one) => one.serialNumber)}::text[])
        as x(id, serial_number)`.execute(tx.db)
    await tx.audit('carrier_batch', id, 'add', null, {
      carrier,
      kind,
      parcels: parcels.length,
    })
    await tx.job(runBatch, { batchId: id }, keyOfBatch(id))
    return { id, parcels: parcels.length }
  })
}

/** Within the caller's reach, of services this carrier's accounts sell. */
async function findParcels(
  ctx: Ctx,
  numbers: readonly string[],
  carrier: string,
): Promise<Found[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Found>`select p.id, p.serial_number, x.number as asked
    from unnest(${numbers}::text[]) as x(number)
      join ${ctx.rows('shipment').as('s')}
        on s.serial_number = x.number or s.reference = x.number or s.id in (
          select q.shipment_id from ${ctx.rows('parcel').as('q')}
          where q.serial_number = x.number or q.track_no = x.number)
      join ${ctx.rows('parcel').as('p')} on p.shipment_id = s.id
      join ${tenant.rows('carrierAccountService').as('m')} on m.service_id = p.service_id
      join ${tenant.rows('carrierAccount').as('a')} on a.id = m.account_id
    where a.carrier = ${carrier} and ${kindCondition(ctx, 's')}
    order by s.id, p.seq limit ${MAX_BATCH + 1}`.execute(ctx.db)
  return found.rows
}

export function retryBatch(
  ctx: Ctx,
  { id }: In<typeof carrierBatches.retry>,
): Promise<Out<typeof carrierBatches.retry>> {
  return inTx(ctx, async (tx) => {
    const batch = await reachedBatch(tx, id, 'add')
    if (batch.kind === 'file') return resendFile(tx, batch)
    if (batch.kind === 'day') fail('carrierBatch.dayBatch', { label: batch.batchNo })
    const again = await reopenRefused(tx, id)
    // A stopped one with nothing left to do is ended by its job.
    if (again === 0 && batch.state !== 'stopped')
      fail('carrierBatch.nothingRefused', { label: batch.batchNo })
    await change(tx, 'carrierBatch', id, { state: 'queued' })
    await tx.job(runBatch, { batchId: id }, keyOfBatch(id))
    return { parcels: again }
  })
}

/** Also those that still wait: the job of a batch may have ended with its process, time and again. */
async function reopenRefused(tx: Tx, id: string): Promise<number> {
  const done = await sql<{ id: string }>`update carrier_batch_item as i
    set state = 'waiting', messages = '[]'
    where ${tx.rows('carrierBatchItem').where('i')} and i.batch_id = ${id}
      and i.state in ('refused', 'waiting')
    returning i.id`.execute(tx.db)
  return done.rows.length
}
