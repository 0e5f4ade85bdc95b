import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { wallClock } from '#contracts/kit/zone-days.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { fail } from '#server/kit/http/errors.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { drawA4 } from '#server/kit/pdf/trade-paper.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetColumn } from '#server/kit/sheets/sheets.ts'
import { HEAVY, readOutboundBatch } from './read-outbound-batch.ts'

interface Row {
  trackNo: string | null
  serialNumber: string
  reference: string
  channelName: string
  consigneeName: string
  city: string
  postalCode: string | null
  country: string
  weight: number
  packageNo: string | null
  createTime: string
  timeZone: string
}

/** A JSON list's keys; a sheet's columns have the same in this order. */
const KEYS: readonly (readonly [key: string, width: number, type?: SheetColumn['type']])[] = [
  ['line', 6, 'number'],
  ['trackNo', 26],
  ['serialNumber', 18],
  ['reference', 20],
  ['channel', 22],
  ['consignee', 26],
  ['country', 16],
  ['postalCode', 12],
  ['city', 20],
  ['bag', 14],
  ['weight', 12, 'number'],
  ['depot', 10],
  ['scanned', 20, 'date'],
]
/** More lines are read in a sheet. */
const PDF_LINES = 5_000

/** The list handed over with a batch: every parcel with its number, way, destination and weight. */
export async function writeManifest(
  ctx: Ctx,
  { id, format }: In<typeof outBatches.manifest>,
): Promise<FileReply> {
  const batch = await readOutboundBatch(ctx, { id })
  const found = await sql<Row>`select p.track_no, p.serial_number,
        coalesce(p.reference, s.reference) as reference,
        ${nameIn(ctx.lang, 'h.name')} as channel_name, s.consignee_name, s.city, s.postal_code,
        s.country, ${HEAVY} as weight, g.no as package_no, o.create_time,
        d.time_zone
    from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
    left join out_package g on g.tenant_id = o.tenant_id and g.id = o.package_id
    join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = p.tenant_id and h.id = v.channel_id
      join depot d on d.tenant_id = o.tenant_id and d.id = ${batch.depotId}
    where o.batch_id = ${id} order by channel_name, o.create_time, p.id`.execute(ctx.db)
  const { rows } = found
  if (format === 'pdf') return drawManifest(ctx, batch, rows)
  const texts = await dictTexts(ctx)
  const cells = rows.map((row, at) => [
    at + 1,
    row.trackNo,
    row.serialNumber,
    row.reference,
    row.channelName,
    row.consigneeName,
    format === 'json' ? row.country : texts('country', row.country) || row.country,
    row.postalCode,
    row.city,
    row.packageNo,
    gramsToKg(row.weight),
    batch.depotCode,
    // A program reads a moment; people read their depot's clock.
    format === 'json'
      ? new Date(row.createTime)
      : wallClock(row.timeZone, Date.parse(row.createTime)),
  ])
  if (format === 'json') {
    const list = cells.map((line) => Object.fromEntries(KEYS.map(([key], at) => [key, line[at]])))
    const { no, depotCode, closedAt, pieces, weightKg } = batch
    return new FileReply(
      `${no}.json`,
      'application/json',
      Buffer.from(JSON.stringify({ no, depotCode, closedAt, pieces, weightKg, parcels: list })),
    )
  }
  const columns = KEYS.map(([key, width, type = 'text']) => ({
    title: translate(ctx.lang, 'scans', `manifest.${key}`),
    width,
    type,
  }))
  return sheetReply(batch.no, { columns, rows: cells }, format)
}

async function drawManifest(
  ctx: Ctx,
  batch: OutboundDetail,
  rows: readonly Row[],
): Promise<FileReply> {
  if (rows.length > PDF_LINES) fail('outBatch.pdfTooLong', { label: batch.no, max: PDF_LINES })
  const t = (key: string) => translate(ctx.lang, 'scans', `manifest.${key}`)
  const doc = new PaperDocument('Manifest')
  drawA4(doc, {
    title: `${translate(ctx.lang, 'scans', 'out.manifest')} ${batch.no}`,
    facts: [
      [t('depot'), batch.depotCode],
      [t('channel'), batch.channels.map(({ name, count }) => `${name} ${count}`).join(', ')],
    ],
    parties: [],
    columns: [
      { caption: t('trackNo'), width: 46 },
      { caption: t('bag'), width: 28 },
      { caption: t('channel'), width: 30 },
      { caption: t('consignee'), width: 34 },
      { caption: t('city'), width: 26 },
      { caption: t('weight'), width: 16, align: 'right' },
    ],
    rows: rows.map((row) => ({
      cells: [
        row.trackNo ?? row.serialNumber,
        row.packageNo ?? '',
        row.channelName,
        row.consigneeName,
        `${row.country} ${row.postalCode ?? ''} ${row.city}`,
        gramsToKg(row.weight),
      ],
    })),
    foot: [`${rows.length} · ${batch.weightKg} kg`],
  })
  return new FileReply(`${batch.no}.pdf`, 'application/pdf', await doc.end(), { isInline: true })
}
