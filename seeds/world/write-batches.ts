import type { ClientBase } from 'pg'
import type { DemoOut, DemoPredicted } from './batches.ts'
import { DAY, dateText, MINUTE } from './calendar.ts'
import { Rows, stamp } from './copy.ts'
import type { References } from './references.ts'
import type { DemoParcel } from './shipments.ts'
import type { World } from './world.ts'

interface Batches {
  predicted: readonly DemoPredicted[]
  out: readonly DemoOut[]
  refs: References
  idOf(parcel: DemoParcel): bigint
  takeIds(table: string, wanted: number): Promise<bigint[]>
}

const CLERK = { 1: 'warehouse', 2: 'tenant2' } as const
/** Answers of the scan stations: accepted; nobody announced it. */
const ACCEPTED = 200
const UNKNOWN = 1010

export async function writeBatches(client: ClientBase, world: World, { predicted, out, refs, idOf, takeIds }: Batches): Promise<void> {
  const scans = new Rows('scan_log', 'tenant_id, station, no, code, parcel_id, batch_id, depot_id, create_by, create_time')
  // The log of scans is kept for a small world and for the last week: a big one is there to be measured.
  const logged = (at: number | null): at is number => at !== null && (world.detailed || at > world.until - 7 * DAY)

  const ids = await takeIds('predicted_batch', predicted.length)
  const batches = new Rows('predicted_batch', 'tenant_id, id, no, customer_id, depot_id, status, expected_date, finished_at, create_by, create_time, update_time')
  const rows = new Rows('predicted_parcel', 'tenant_id, batch_id, parcel_id, no, status, received_at, received_by')
  predicted.forEach((batch, i) => {
    const tenantId = refs.tenant[batch.tenant]
    const depotId = refs.id('depot', batch.tenant, batch.depotCode)
    const id = ids[i] ?? null
    batches.add(tenantId, id, batch.no, refs.customer(batch.customer), depotId, batch.status, dateText(batch.expected), stamp(batch.finished), batch.createdBy, stamp(batch.created), stamp(batch.finished))
    for (const { parcel, no, status, received } of batch.rows) {
      const clerk = received === null ? null : CLERK[batch.tenant]
      rows.add(tenantId, id, parcel === null ? null : idOf(parcel), no, status, stamp(received), clerk)
      if (logged(received)) scans.add(tenantId, 'into', no, parcel === null ? UNKNOWN : ACCEPTED, parcel === null ? null : idOf(parcel), id, depotId, clerk, stamp(received))
    }
  })

  const outIds = await takeIds('out_batch', out.length)
  const outs = new Rows('out_batch', 'tenant_id, id, no, depot_id, status, closed_at, closed_by, create_by, create_time, update_time')
  const channels = new Rows('out_batch_channel', 'tenant_id, batch_id, channel_id')
  const outRows = new Rows('out_batch_parcel', 'tenant_id, batch_id, parcel_id, open, create_by, create_time')
  out.forEach((batch, i) => {
    const tenantId = refs.tenant[batch.tenant]
    const depotId = refs.id('depot', batch.tenant, batch.depotCode)
    const clerk = CLERK[batch.tenant]
    const id = outIds[i] ?? null
    const closed = batch.closed !== null
    outs.add(tenantId, id, batch.no, depotId, closed ? '1' : '0', stamp(batch.closed), closed ? clerk : null, clerk, stamp(batch.created - 5 * MINUTE), stamp(batch.closed))
    channels.add(tenantId, id, refs.id('channel', batch.tenant, batch.channel))
    for (const { parcel, at } of batch.rows) {
      outRows.add(tenantId, id, idOf(parcel), !closed, clerk, stamp(at))
      if (logged(at)) scans.add(tenantId, 'out', parcel.trackNo ?? parcel.serial, ACCEPTED, idOf(parcel), id, depotId, clerk, stamp(at))
    }
  })
  for (const table of [batches, rows, outs, channels, outRows, scans]) await table.flush(client)
}
