import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { waybillBatches } from '#contracts/depot/waybills.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { drawA4 } from '#server/kit/pdf/trade-paper.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { loadWaybill, type Waybill } from './lock-waybill.ts'

/** More lines are read in a sheet. */
const PDF_LINES = 5_000

interface Line {
  no: string
  orderNo: string
  houseNo: string | null
  bagNo: string | null
  outNo: string
  consigneeName: string
  postalCode: string | null
  city: string
  country: string
  grams: number
}

async function linesOf(ctx: Ctx, id: string): Promise<Line[]> {
  const { rows } = await sql<Line>`select coalesce(p.track_no, p.serial_number) as no,
      s.serial_number as order_no, h.no as house_no, g.no as bag_no, b.no as out_no,
      s.consignee_name, s.postal_code, s.city, s.country,
      coalesce(p.measured_weight, p.weight) as grams
    from ${ctx.rows('waybillParcel').as('x')}
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join out_batch b on b.tenant_id = x.tenant_id and b.id = x.out_batch_id
      left join out_batch_parcel o on o.tenant_id = x.tenant_id and o.batch_id = x.out_batch_id
        and o.parcel_id = x.parcel_id
      left join out_package g on g.tenant_id = o.tenant_id and g.id = o.package_id
      left join house_waybill h on h.tenant_id = x.tenant_id and h.id = x.house_id
    where x.waybill_id = ${id} order by h.no nulls last, s.serial_number, p.seq`.execute(ctx.db)
  return rows
}

/** Every parcel of a waybill batch with its house waybill, bag, destination and weight. */
export async function writeWaybillManifest(
  ctx: Ctx,
  { id, format }: In<typeof waybillBatches.manifest>,
): Promise<FileReply> {
  const waybill = await loadWaybill(ctx, id)
  const lines = await linesOf(ctx, id)
  const t = (key: string) => translate(ctx.lang, 'waybills', `manifest.${key}`)
  if (format === 'pdf') return drawManifest(waybill, lines, t)
  const column = (key: string, width: number, type: 'text' | 'number' = 'text') => ({
    title: t(key),
    width,
    type,
  })
  return sheetReply(
    waybill.no,
    {
      columns: [
        column('line', 6, 'number'),
        column('no', 26),
        column('orderNo', 18),
        column('houseNo', 16),
        column('bagNo', 16),
        column('outNo', 16),
        column('consignee', 26),
        column('postalCode', 12),
        column('city', 20),
        column('country', 8),
        column('weight', 12, 'number'),
      ],
      rows: lines.map((line, at) => [
        at + 1,
        line.no,
        line.orderNo,
        line.houseNo,
        line.bagNo,
        line.outNo,
        line.consigneeName,
        line.postalCode,
        line.city,
        line.country,
        gramsToKg(line.grams),
      ]),
    },
    format,
  )
}

async function drawManifest(waybill: Waybill, lines: readonly Line[], t: (key: string) => string) {
  if (lines.length > PDF_LINES) fail('waybill.pdfTooLong', { label: waybill.no, max: PDF_LINES })
  const doc = new PaperDocument('Manifest')
  drawA4(doc, {
    title: `${t('title')} ${waybill.no}`,
    facts: factsOf(waybill, t),
    parties: [],
    columns: [
      { caption: t('no'), width: 42 },
      { caption: t('houseNo'), width: 26 },
      { caption: t('bagNo'), width: 26 },
      { caption: t('consignee'), width: 40 },
      { caption: t('city'), width: 28 },
      { caption: t('weight'), width: 18, align: 'right' },
    ],
    rows: lines.map((line) => ({
      cells: [
        line.no,
        line.houseNo ?? '',
        line.bagNo ?? '',
        line.consigneeName,
        `${line.country} ${line.city}`,
        gramsToKg(line.grams),
      ],
    })),
    foot: [`${t('sum')}: ${lines.length} · ${gramsToKg(Number(waybill.weight))} kg`],
  })
  return new FileReply(`${waybill.no}.pdf`, 'application/pdf', await doc.end(), { isInline: true })
}

/** What a carrier and customs ask of a waybill batch, as pairs for the head of a paper. */
export const factsOf = (
  waybill: Waybill,
  t: (key: string) => string,
): (readonly [string, string])[] => [
  [t('masterNo'), waybill.masterNo ?? ''],
  [t('vehicle'), waybill.vehicle ?? ''],
  [t('route'), [waybill.origin, waybill.destination].filter(Boolean).join(' – ')],
  [t('days'), [waybill.etd, waybill.eta].filter(Boolean).join(' – ')],
]
