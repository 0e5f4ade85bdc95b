import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { outBatches } from '#contracts/depot/outbound.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { writeSheet, type SheetColumn } from '#server/kit/sheets/sheets.ts'
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
}

/** The list handed over with a batch: every parcel with its number, way, destination and weight. */
export async function writeManifest(
  ctx: Ctx,
  { id }: In<typeof outBatches.manifest>,
): Promise<FileReply> {
  const batch = await readOutboundBatch(ctx, { id })
  const found = await sql<Row>`select p.track_no, p.serial_number,
        coalesce(p.reference, s.reference) as reference,
        ${nameIn(ctx.lang, 'h.name')} as channel_name, s.consignee_name, s.city, s.postal_code,
        s.country, ${HEAVY} as weight, g.no as package_no, o.create_time
    from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
    left join out_package g on g.tenant_id = o.tenant_id and g.id = o.package_id
    join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = p.tenant_id and h.id = v.channel_id
    where o.batch_id = ${id} order by channel_name, o.create_time, p.id`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const column = (key: string, width: number, type: SheetColumn['type'] = 'text'): SheetColumn => ({
    title: translate(ctx.lang, 'scans', `manifest.${key}`),
    width,
    type,
  })
  const bytes = await writeSheet(
    {
      name: batch.no,
      columns: [
        column('line', 6, 'number'),
        column('trackNo', 26),
        column('serialNumber', 18),
        column('reference', 20),
        column('channel', 22),
        column('consignee', 26),
        column('country', 16),
        column('postalCode', 12),
        column('city', 20),
        column('bag', 14),
        column('weight', 12, 'number'),
        column('depot', 10),
        column('scanned', 20, 'date'),
      ],
      rows: found.rows.map((row, at) => [
        at + 1,
        row.trackNo,
        row.serialNumber,
        row.reference,
        row.channelName,
        row.consigneeName,
        texts('country', row.country) || row.country,
        row.postalCode,
        row.city,
        row.packageNo,
        gramsToKg(row.weight),
        batch.depotCode,
        new Date(row.createTime),
      ]),
    },
    'xlsx',
  )
  return new FileReply(
    `${batch.no}.xlsx`,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes,
  )
}
