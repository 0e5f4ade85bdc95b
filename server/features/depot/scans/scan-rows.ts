import { sql } from 'kysely'
import type { Tx, Ctx } from '#server/kit/access/ctx.ts'
import type { ScannedParcel, ScanRow } from '#contracts/depot/scans.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { missingFor } from '#server/features/orders/charging/index.ts'
import { liveLabels } from '#server/features/orders/label-sources/index.ts'
import { readReason } from '#server/features/orders/shipments/index.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { RECENT_SCANS } from '#contracts/depot/scans.states.ts'
import { now } from '#server/kit/runtime/clock.ts'

/** What a scan changed, stored so that it can be undone. */
export interface ScanEffect {
  /** State the parcel came from; absent where only a row of a batch was made. */
  from?: number
  /** Predicted row that was met or, for an unknown number, made. */
  rowId?: string
  measured?: boolean
  /** Measures before this scan. */
  before?: Record<string, number | null>
  /** The scan itself held the parcel. */
  held?: boolean
  /** State a parcel was in before its measures held it. */
  heldFrom?: number
  /** What lay apart turned out to be this parcel: it is not taken back by a scan. */
  linked?: boolean
}
export type StationKind = 'into' | 'measure' | 'sort' | 'bag' | 'out'
interface LoggedScan {
  station: StationKind
  no: string
  /** Body code of the answer (wire.md §14.2) and the words that go with it. */
  code: number
  words: string
  data: Record<string, unknown>
  parcelId: string | null
  batchId: string | null
  depotId: string | null
  /** What to look at although the scan went through. */
  warn?: readonly Warn[]
  effect?: ScanEffect
}

/**
 * Notes a scan whatever came of it: the station's list, the undo and later questions read from
 * here.
 */
export async function logScan(tx: Tx, scan: LoggedScan): Promise<string> {
  const data = {
    words: scan.words,
    data: scan.data,
    ...(scan.warn?.length ? { warn: scan.warn } : {}),
    ...(scan.effect ? { effect: scan.effect } : {}),
  }
  const done = await sql<{
    id: string
  }>`insert into scan_log (tenant_id, station, no, code, parcel_id, batch_id, depot_id, data,
      create_by)
    values (${tx.principal.tenantId}, ${scan.station}, ${scan.no}, ${scan.code}, ${scan.parcelId},
      ${scan.batchId}, ${scan.depotId}, ${JSON.stringify(data)}::jsonb, ${tx.principal.username})
      returning id`.execute(tx.db)
  return done.rows[0]!.id
}

interface Warn {
  code: string
  data: Record<string, unknown>
}
/** What to look at although the scan went through, as the answer has it. */
export const warningsIn = (ctx: Ctx, warn: readonly Warn[]) =>
  warn.map(({ code, data }) => ({ code, message: translateError(ctx.lang, code, data) }))

/**
 * A warning where no label was made of a parcel whose service has labels: it may be received and
 * loaded without (domain §3.2, label at the depot), but not unnoticed.
 */
export async function withoutLabel(tx: Tx, parcelId: string): Promise<Warn[]> {
  const { rows } = await sql`select 1 from ${tx.rows('parcel').as('p')}
      join ${tx.rows('deliveryService').as('v')} on v.id = p.service_id
    where p.id = ${parcelId} and p.labelled_at is null and p.label_copies = 0
      and v.label_type <> '5'`.execute(tx.db)
  // One that a source made of a received parcel, and that was not printed yet.
  const isBare =
    rows.length > 0 && (await liveLabels(tx, [parcelId])).get(parcelId)?.state !== 'made'
  return isBare ? [{ code: 'scan.warn.noLabel', data: {} }] : []
}

interface ParcelRow {
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
    await sql<ParcelRow>`select p.*, s.serial_number as order_no, s.reference as order_reference,
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
  const unpaid = row.parcelStatus === PARCEL.HELD ? await missingFor(ctx, row.id) : null
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
    unpaid,
    declaredSizeCm: size(row.length, row.width, row.height),
    measuredSizeCm: size(row.measuredLength, row.measuredWidth, row.measuredHeight),
  }
}

const kg = (grams: number | null) => (grams === null ? null : gramsToKg(grams))
const size = (...sides: (number | null)[]) =>
  sides.includes(null) ? null : sides.map((side) => mmToCm(side ?? 0)).join(' × ')

/**
 * A reason the system gives, as `parcel.held_reason` stores it: code and parameters, translated
 * when it is shown.
 */
export function storedReason(code: string, params: Record<string, unknown>): string {
  return `${code} ${JSON.stringify(params)}`
}

/**
 * The parameters of a scan's message as the reader understands them. A scan is logged with what it
 * was about: the reason as it is stored, the parcel's status by its number.
 */
export async function readableData(
  ctx: Ctx,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const texts = await dictTexts(ctx)
  return {
    ...data,
    ...(typeof data.reason === 'string' ? { reason: readReason(ctx.lang, data.reason) } : {}),
    ...(typeof data.parcelStatus === 'number'
      ? { status: texts('parcel_status', String(data.parcelStatus)) }
      : {}),
  }
}

interface LoggedRow {
  id: string
  no: string
  code: number
  createTime: string
  undoneAt: string | null
  trackNo: string | null
  parcelId: string | null
  data: {
    words?: string
    data?: Record<string, unknown>
    warn?: Warn[]
    effect?: object
  } | null
}

/**
 * The caller's last scans at these stations, of one batch where it is named, in the caller's words.
 * Those with an effect may be undone for so many seconds.
 */
export async function recentRows(
  ctx: Ctx,
  { stations, batchId = null }: { stations: readonly StationKind[]; batchId?: string | null },
  undoSeconds: number,
): Promise<ScanRow[]> {
  const logged =
    await sql<LoggedRow>`select l.id, l.no, l.code, l.create_time, l.undone_at, l.parcel_id, l.data,
        p.track_no
    from ${ctx.rows('scanLog').as('l')} left join ${ctx.rows('parcel').as('p')} on p.id = l.parcel_id
    where l.create_by = ${ctx.principal.username} and l.station = any(${stations}::text[])
      and (${batchId}::bigint is null or l.batch_id = ${batchId}::bigint)
      order by l.create_time desc, l.id desc limit ${RECENT_SCANS}`.execute(ctx.db)
  const moment = now()
  return Promise.all(
    logged.rows.map(async ({ data, ...row }) => {
      const until = Date.parse(row.createTime) + undoSeconds * 1000
      const open = data?.effect !== undefined && row.undoneAt === null && until > moment
      return {
        ...row,
        message: data?.words
          ? translateError(ctx.lang, data.words, await readableData(ctx, data.data ?? {}))
          : '',
        warnings: (data?.warn ?? []).map((one) => translateError(ctx.lang, one.code, one.data)),
        undoUntil: open ? new Date(until).toISOString() : null,
      }
    }),
  )
}
