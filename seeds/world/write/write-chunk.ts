import type { ClientBase } from 'pg'
import { PARCEL as P } from '#contracts/orders/shipments.states.ts'
import { outBatches, predictedBatches } from '../orders/batches.ts'
import { Rows, stamp } from './copy.ts'
import { writeBatches } from './write-batches.ts'
import { writeEvents } from './write-events.ts'
import { count, numberKey } from '../plan.ts'
import type { Chunk, Tally } from '../plan.ts'
import type { References } from './references.ts'
import { makeShipment, townOf } from '../orders/shipments.ts'
import { SIMULATED_SPEED } from '../parcels/simulated.ts'
import type { DemoParcel, DemoShipment } from '../orders/shipments.ts'
import type { NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import { headOf } from '../world.ts'
import type { World } from '../world.ts'

/** Where the serials and numbers of a world start. */
export interface Reserved {
  shipments: Readonly<Record<1 | 2, number>>
  numbers: Readonly<Record<string, { id: string; segment: NumberSegment; first: bigint }>>
}

/** All shipments of a chunk, made from nothing but the world and what was reserved for it. */
export function shipmentsOf(world: World, chunk: Chunk, reserved: Reserved): DemoShipment[] {
  const used: Tally = { shipments: { ...chunk.used.shipments }, numbers: { ...chunk.used.numbers } }
  const made: DemoShipment[] = []
  for (let row = chunk.from; row < chunk.to; row++) {
    const head = headOf(world, row)
    const key = numberKey(head)
    const range = reserved.numbers[key]
    if (!range && head.numbered) throw new RangeError(`no numbers reserved for ${key}`)
    made.push(
      makeShipment(world, head, {
        no: reserved.shipments[head.tenant] + used.shipments[head.tenant],
        numbers: range
          ? { segment: range.segment, first: range.first + BigInt(used.numbers[key] ?? 0) }
          : null,
      }),
    )
    count(used, head)
  }
  return made
}

async function takeIds(client: ClientBase, table: string, requested: number): Promise<bigint[]> {
  if (requested === 0) return []
  const { rows } = await client.query<{ ids: string[] }>(
    `select array_agg(nextval(pg_get_serial_sequence($1, 'id'))::text) as ids
      from generate_series(1, $2::int)`,
    [table, requested],
  )
  return (rows[0]?.ids ?? []).map(BigInt)
}

/** Writes a chunk inside the caller's transaction. */
export async function writeChunk(
  client: ClientBase,
  world: World,
  chunk: Chunk,
  reserved: Reserved,
  refs: References,
): Promise<void> {
  const shipments = shipmentsOf(world, chunk, reserved)
  const parcels = shipments.flatMap((shipment) => shipment.parcels)
  const shipmentIds = await takeIds(client, 'shipment', shipments.length)
  const parcelIds = new Map(
    (await takeIds(client, 'parcel', parcels.length)).map((id, i) => [parcels[i], id] as const),
  )
  const idOf = (parcel: DemoParcel): bigint => {
    const id = parcelIds.get(parcel)
    if (id === undefined) throw new RangeError('a parcel of another chunk')
    return id
  }
  await writeShipments(client, world, shipments, shipmentIds, refs)
  await writeParcels(client, shipments, shipmentIds, idOf, refs, reserved)
  await writeEvents(client, world, shipments, idOf, refs)
  await writeBatches(client, world, {
    shipments,
    predicted: predictedBatches(world, shipments),
    out: outBatches(shipments),
    refs,
    idOf,
    takeIds: (table, requested) => takeIds(client, table, requested),
  })
}

const CLERK = { 1: 'warehouse', 2: 'tenant2' } as const

/** What customs ask of a sale; the sums come from the lines. */
const customsOf = ({ reference }: DemoShipment): string =>
  JSON.stringify({
    exportType: 'COMMERCIAL_GOODS',
    incoterm: 'DAP',
    invoiceNo: `INV-${reference}`,
    undeliverable: 'RETURN',
  })

async function writeShipments(
  client: ClientBase,
  world: World,
  shipments: readonly DemoShipment[],
  ids: readonly bigint[],
  refs: References,
): Promise<void> {
  const rows = new Rows(
    'shipment',
    `tenant_id, id, customer_id, serial_number, reference, shipment_resource, order_method,
    service_id, depot_id, shipper_id, sender, customs, consignee_name, company, phone, email, country,
    state, city, postal_code, street, house, address2, shipment_status, location_status, flags,
    shipment_pieces, shipment_weight, chargeable_weight, currency, amount, remark, confirm_by,
    confirm_time, cancel_by, cancel_time, cancel_reason,
    revoke_by, revoke_time, create_by, create_time, update_by, update_time, fba_code, fba, track_no, measured_weight`,
  )
  shipments.forEach((s, i) => {
    const { head, consignee: c, createdBy, status } = s
    const confirmed = s.parcels[0]?.scenario.times.confirmed
    const cancelled = status === P.CANCELLED
    const revoked = status === P.REVOKED
    const clerk = CLERK[head.tenant]
    rows.add(
      refs.tenant[head.tenant],
      ids[i] ?? null,
      refs.customer(head.customer),
      s.serial,
      s.reference,
      s.resource,
      s.method,
      refs.id('delivery_service', head.tenant, s.service.code),
      refs.id('depot', head.tenant, s.route.depotCode),
      s.shipper === null ? null : refs.shipper(head.customer, s.shipper),
      JSON.stringify(s.sender),
      s.resource === 'WORLD' ? customsOf(s) : null,
      c.name,
      c.company,
      c.phone,
      c.email,
      c.country,
      c.state,
      c.city,
      c.postalCode,
      c.street,
      c.house,
      c.address2,
      status,
      Math.min(...s.parcels.map(({ scenario }) => scenario.location)),
      s.flags,
      s.parcels.length,
      s.weight,
      s.chargeable,
      'EUR',
      s.cents,
      s.remark,
      confirmed === undefined ? null : createdBy,
      stamp(confirmed),
      cancelled ? createdBy : null,
      cancelled ? stamp(s.changed) : null,
      cancelled ? '客户取消 / cancelled by the customer' : null,
      revoked ? clerk : null,
      revoked ? stamp(s.changed) : null,
      createdBy,
      stamp(head.created),
      s.changed > head.created ? (cancelled ? createdBy : clerk) : null,
      s.changed > head.created ? stamp(s.changed) : null,
      s.fbaCode,
      // The second line of such an address names the warehouse.
      s.fbaCode === null ? null : JSON.stringify({ warehouseCode: c.address2 }),
      s.parcels[0]?.trackNo ?? null,
      s.parcels.reduce((sum, { measured }) => sum + (measured?.grams ?? 0), 0) || null,
    )
  })
  await rows.flush(client)
}

async function writeParcels(
  client: ClientBase,
  shipments: readonly DemoShipment[],
  ids: readonly bigint[],
  idOf: (parcel: DemoParcel) => bigint,
  refs: References,
  reserved: Reserved,
): Promise<void> {
  const parcels = new Rows(
    'parcel',
    `tenant_id, id, shipment_id, customer_id, service_id, depot_id, seq, serial_number, reference, fba_code, track_no,
    parcel_status, location_status, weight, length, width, height, measured_weight,
    measured_length, measured_width, measured_height, volume_weight, chargeable_weight, held_reason,
    label_copies, labelled_at, confirmed_at, received_at, outbound_at, delivered_at,
    tracking_status, tracking_sub, last_event_at, next_poll_at, create_by, create_time, update_time`,
  )
  const products = new Rows(
    'parcel_product',
    'tenant_id, parcel_id, sku, hscode_cn, hscode_foreign, name_cn, name_en, material, usage, origin, quantity, unit_weight, unit_price, currency',
  )
  const numbers = new Rows(
    'tracking_number',
    'number, tenant_id, parcel_id, courier_code, segment_id, state, visible, issued_at, voided_at',
  )
  const simulated = new Rows(
    'simulator_parcel',
    'number, started_at, origin_place, origin_country, destination_city, destination_country, speed',
  )
  shipments.forEach((s, i) => {
    const { head, service } = s
    const tenantId = refs.tenant[head.tenant]
    const serviceId = refs.id('delivery_service', head.tenant, service.code)
    const segmentId = reserved.numbers[numberKey(head)]?.id ?? null
    for (const p of s.parcels) {
      const {
        scenario: { state, times, tracking, location },
        packed,
        measured: m,
      } = p
      const id = idOf(p)
      parcels.add(
        tenantId,
        id,
        ids[i] ?? null,
        refs.customer(head.customer),
        serviceId,
        refs.id('depot', head.tenant, s.route.depotCode),
        p.seq,
        p.serial,
        p.reference,
        p.fbaCode,
        p.trackNo,
        state,
        location,
        packed.grams,
        packed.length,
        packed.width,
        packed.height,
        m?.grams ?? null,
        m?.length ?? null,
        m?.width ?? null,
        m?.height ?? null,
        p.volumetric,
        p.chargeable,
        p.heldReason,
        p.labelCopies,
        p.labelCopies > 0 ? stamp(head.labelledAt) : null,
        stamp(times.confirmed),
        stamp(times.received),
        stamp(times.outbound),
        stamp(times.delivered),
        tracking.status,
        tracking.sub,
        stamp(tracking.at),
        stamp(p.nextPoll),
        s.createdBy,
        stamp(head.created),
        stamp(tracking.at),
      )
      for (const { good, quantity } of packed.lines) {
        products.add(
          tenantId,
          id,
          good.sku,
          `${good.hs6}0000`,
          good.hs6,
          good.nameCn,
          good.nameEn,
          good.material,
          good.usage,
          'CN',
          quantity,
          good.grams,
          good.cents,
          'EUR',
        )
      }
      if (p.trackNo === null) continue
      const voided = state === P.REVOKED
      numbers.add(
        p.trackNo,
        tenantId,
        id,
        s.route.courier,
        segmentId,
        voided ? 2 : 1,
        !voided,
        stamp(head.confirmed),
        voided ? stamp(tracking.at) : null,
      )
      if (p.simulatedFrom !== null)
        simulated.add(
          p.trackNo,
          stamp(p.simulatedFrom),
          s.route.depot.place,
          s.route.depot.country,
          townOf(s.consignee.city),
          s.consignee.country,
          SIMULATED_SPEED,
        )
    }
  })
  await parcels.flush(client)
  await products.flush(client)
  await numbers.flush(client)
  await simulated.flush(client)
}
