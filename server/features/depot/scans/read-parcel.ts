import { sql } from 'kysely'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { readReason } from './held-reason.ts'

interface Row {
  id: string
  trackNo: string | null
  serialNumber: string
  reference: string | null
  parcelStatus: number
  seq: number
  heldReason: string | null
  weight: number
  length: number | null
  width: number | null
  height: number | null
  measuredWeight: number | null
  measuredLength: number | null
  measuredWidth: number | null
  measuredHeight: number | null
  volumeWeight: number | null
  chargeableWeight: number | null
  orderNo: string
  orderReference: string
  pieces: number
  country: string
  city: string
  postalCode: string | null
  customerName: string
  serviceName: string
  channelName: string
  depotCode: string
}

/**
 * A parcel as a station shows it: whose it is, how it goes, what it should weigh and what it does.
 */
export async function readParcel(ctx: Ctx, id: string): Promise<ScannedParcel> {
  const found =
    await sql<Row>`select p.*, s.serial_number as order_no, s.reference as order_reference,
        s.shipment_pieces as pieces, s.country, s.city, s.postal_code,
      c.name as customer_name, ${nameIn(ctx.lang, 'v.name')} as service_name,
      ${nameIn(ctx.lang, 'h.name')} as channel_name, d.code as depot_code
    from ${ctx.rows('parcel').as('p')} join shipment s on s.tenant_id = p.tenant_id
      and s.id = p.shipment_id join customer c on c.tenant_id = p.tenant_id and c.id = p.customer_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = p.tenant_id and h.id = v.channel_id
      join depot d on d.tenant_id = p.tenant_id and d.id = p.depot_id
    where p.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  const texts = await dictTexts(ctx)
  return {
    id: row.id,
    no: row.trackNo ?? row.serialNumber,
    trackNo: row.trackNo,
    serialNumber: row.serialNumber,
    orderNo: row.orderNo,
    reference: row.reference ?? row.orderReference,
    parcelStatus: row.parcelStatus,
    parcelStatus_dictText: texts('parcel_status', String(row.parcelStatus)),
    customerName: row.customerName,
    serviceName: row.serviceName,
    channelName: row.channelName,
    depotCode: row.depotCode,
    country: row.country,
    city: row.city,
    postalCode: row.postalCode,
    seq: row.seq,
    pieces: row.pieces,
    declaredWeightKg: gramsToKg(row.weight),
    measuredWeightKg: kg(row.measuredWeight),
    volumeWeightKg: kg(row.volumeWeight),
    chargeableWeightKg: kg(row.chargeableWeight),
    heldReason: row.heldReason === null ? null : readReason(ctx.lang, row.heldReason),
    declaredSizeCm: size(row.length, row.width, row.height),
    measuredSizeCm: size(row.measuredLength, row.measuredWidth, row.measuredHeight),
  }
}

const kg = (grams: number | null) => (grams === null ? null : gramsToKg(grams))
const size = (...sides: (number | null)[]) =>
  sides.includes(null) ? null : sides.map((side) => mmToCm(side ?? 0)).join(' × ')
