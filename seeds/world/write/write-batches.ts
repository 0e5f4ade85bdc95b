import type { ClientBase } from 'pg'
import type { DemoOut, DemoPredicted } from '../orders/batches.ts'
import { DAY, dateText, MINUTE } from '../calendar.ts'
import { Rows, stamp } from './copy.ts'
import type { References } from './references.ts'
import type { DemoParcel, DemoShipment } from '../orders/shipments.ts'
import type { World } from '../world.ts'

interface Batches {
  shipments: readonly DemoShipment[]
  predicted: readonly DemoPredicted[]
  out: readonly DemoOut[]
  refs: References
  idOf(parcel: DemoParcel): bigint
  takeIds(table: string, requested: number): Promise<bigint[]>
}

const CLERK = { 1: 'warehouse', 2: 'tenant2' } as const
/** Answers of the scan stations: accepted; it was not predicted. */
const ACCEPTED = 200
const UNKNOWN = 1010
/** A scan's data as the station logs it. */
const scanText = (words: string, data: Record<string, string> = {}): string =>
  JSON.stringify({ words, data })

/**
 * The next numbers of a kind, as the warehouse itself takes them: `PB0000000042`. The row stays
 * locked to the end of the chunk.
 */
async function takeNos(
  client: ClientBase,
  tenantId: string,
  kind: string,
  requested: number,
): Promise<number> {
  const {
    rows: [row],
  } = await client.query<{ first: string }>(
    `insert into serial_counter (tenant_id, kind, next_no) values ($1, $2, 1 + $3::bigint)
     on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + $3::bigint
     returning (next_no - $3::bigint)::text as first`,
    [tenantId, kind, requested],
  )
  return Number(row?.first)
}

/**
 * Numbers for the batches, tenant by tenant and in one order, so that two chunks wait for each
 * other and never crosswise.
 */
async function numbered(
  client: ClientBase,
  refs: References,
  kind: string,
  prefix: string,
  batches: readonly { tenant: 1 | 2 }[],
): Promise<string[]> {
  const next: Record<1 | 2, number> = { 1: 0, 2: 0 }
  for (const tenant of [1, 2] as const) {
    const requested = batches.filter((batch) => batch.tenant === tenant).length
    if (requested > 0) next[tenant] = await takeNos(client, refs.tenant[tenant], kind, requested)
  }
  return batches.map(({ tenant }) => `${prefix}${String(next[tenant]++).padStart(10, '0')}`)
}

export async function writeBatches(
  client: ClientBase,
  world: World,
  { shipments, predicted, out, refs, idOf, takeIds }: Batches,
): Promise<void> {
  const scans = new Rows(
    'scan_log',
    'tenant_id, station, no, code, data, parcel_id, batch_id, depot_id, create_by, create_time',
  )
  // The log of scans is kept for a small world and for the last week: a big one is there to be
  // measured.
  const logged = (at: number | null): at is number =>
    at !== null && (world.detailed || at > world.until - 7 * DAY)

  const ids = await takeIds('predicted_batch', predicted.length)
  const nos = await numbered(client, refs, 'predicted_batch', 'PB', predicted)
  const batches = new Rows(
    'predicted_batch',
    'tenant_id, id, no, customer_id, depot_id, status, expected_date, finished_at, create_by, create_time, update_time',
  )
  const rows = new Rows(
    'predicted_parcel',
    'tenant_id, batch_id, parcel_id, no, status, received_at, received_by',
  )
  const announced = new Map<DemoParcel, bigint | null>()
  predicted.forEach((batch, i) => {
    const tenantId = refs.tenant[batch.tenant]
    const depotId = refs.id('depot', batch.tenant, batch.depotCode)
    const id = ids[i] ?? null
    batches.add(
      tenantId,
      id,
      nos[i] ?? null,
      refs.customer(batch.customer),
      depotId,
      batch.status,
      dateText(batch.expected),
      stamp(batch.finished),
      batch.createdBy,
      stamp(batch.created),
      stamp(batch.finished),
    )
    for (const { parcel, no, status, received } of batch.rows) {
      const clerk = received === null ? null : CLERK[batch.tenant]
      rows.add(
        tenantId,
        id,
        parcel === null ? null : idOf(parcel),
        no,
        status,
        stamp(received),
        clerk,
      )
      if (parcel) announced.set(parcel, id)
      else if (logged(received))
        scans.add(
          tenantId,
          'into',
          no,
          UNKNOWN,
          scanText('scan.unknownExtra', { batch: nos[i] ?? '' }),
          null,
          id,
          depotId,
          clerk,
          stamp(received),
        )
    }
  })

  for (const { head, route, parcels } of shipments) {
    for (const parcel of parcels) {
      const at = parcel.scenario.times.received ?? null
      if (!logged(at)) continue
      scans.add(
        refs.tenant[head.tenant],
        'into',
        parcel.trackNo ?? parcel.serial,
        ACCEPTED,
        scanText('scan.received'),
        idOf(parcel),
        announced.get(parcel) ?? null,
        refs.id('depot', head.tenant, route.depotCode),
        CLERK[head.tenant],
        stamp(at),
      )
    }
  }

  const outIds = await takeIds('out_batch', out.length)
  const outNos = await numbered(client, refs, 'out_batch', 'OB', out)
  const outs = new Rows(
    'out_batch',
    'tenant_id, id, no, depot_id, status, closed_at, closed_by, create_by, create_time, update_time',
  )
  const channels = new Rows('out_batch_channel', 'tenant_id, batch_id, channel_id')
  const outRows = new Rows(
    'out_batch_parcel',
    'tenant_id, batch_id, parcel_id, open, create_by, create_time',
  )
  out.forEach((batch, i) => {
    const tenantId = refs.tenant[batch.tenant]
    const depotId = refs.id('depot', batch.tenant, batch.depotCode)
    const clerk = CLERK[batch.tenant]
    const id = outIds[i] ?? null
    const closed = batch.closed !== null
    outs.add(
      tenantId,
      id,
      outNos[i] ?? null,
      depotId,
      closed ? '1' : '0',
      stamp(batch.closed),
      closed ? clerk : null,
      clerk,
      stamp(batch.created - 5 * MINUTE),
      stamp(batch.closed),
    )
    channels.add(tenantId, id, refs.id('channel', batch.tenant, batch.channel))
    for (const { parcel, at } of batch.rows) {
      outRows.add(tenantId, id, idOf(parcel), !closed, clerk, stamp(at))
      if (logged(at))
        scans.add(
          tenantId,
          'out',
          parcel.trackNo ?? parcel.serial,
          ACCEPTED,
          scanText('scan.bagged'),
          idOf(parcel),
          id,
          depotId,
          clerk,
          stamp(at),
        )
    }
  })
  for (const table of [batches, rows, outs, channels, outRows, scans]) await table.flush(client)
}
