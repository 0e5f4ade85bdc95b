import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { waybillBatches } from '#contracts/depot/waybills.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { loadWaybill } from './lock-waybill.ts'

interface Line {
  no: string
  houseNo: string | null
  consigneeName: string
  country: string
  grossGrams: number
  hsCode: string | null
  nameEn: string | null
  nameCn: string | null
  origin: string | null
  quantity: number
  netGrams: string
  value: string
  currency: string
  ofParcel: string
}

/**
 * One line per parcel and article: net weight and value are those of the line, gross weight that of
 * the parcel. A parcel whose articles weigh more than it does is refused by its number.
 */
export async function writeCustomsFile(
  ctx: Ctx,
  { id, format }: In<typeof waybillBatches.customsFile>,
): Promise<FileReply> {
  const waybill = await loadWaybill(ctx, id)
  const { rows } = await sql<Line>`select coalesce(p.track_no, p.serial_number) as no,
      h.no as house_no, s.consignee_name, s.country,
      coalesce(p.measured_weight, p.weight) as gross_grams,
      coalesce(g.hscode_foreign, g.hscode_cn) as hs_code, g.name_en, g.name_cn, g.origin, g.quantity,
      (g.quantity * g.unit_weight::bigint)::text as net_grams,
      (g.quantity * g.unit_price)::text as value, g.currency,
      (sum(g.quantity * g.unit_weight::bigint) over (partition by p.id))::text as of_parcel
    from ${ctx.rows('waybillParcel').as('x')}
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join parcel_product g on g.tenant_id = p.tenant_id and g.parcel_id = p.id
      left join house_waybill h on h.tenant_id = x.tenant_id and h.id = x.house_id
    where x.waybill_id = ${id} order by h.no nulls last, s.serial_number, p.seq, g.id`.execute(
    ctx.db,
  )
  const heavy = rows.find(({ ofParcel, grossGrams }) => Number(ofParcel) > grossGrams)
  if (heavy)
    fail('waybill.netAboveGross', {
      label: heavy.no,
      net: gramsToKg(Number(heavy.ofParcel)),
      gross: gramsToKg(heavy.grossGrams),
    })
  const column = (key: string, width: number, type: 'text' | 'number' = 'text') => ({
    title: translate(ctx.lang, 'waybills', `customs.${key}`),
    width,
    type,
  })
  return sheetReply(
    `${waybill.no}-customs`,
    {
      columns: [
        column('masterNo', 16),
        column('houseNo', 16),
        column('no', 26),
        column('consignee', 26),
        column('country', 8),
        column('grossKg', 12, 'number'),
        column('hsCode', 14),
        column('nameEn', 28),
        column('nameCn', 20),
        column('origin', 8),
        column('quantity', 8, 'number'),
        column('netGrams', 12, 'number'),
        column('value', 12, 'number'),
        column('currency', 8),
      ],
      rows: rows.map((row) => [
        waybill.masterNo,
        row.houseNo,
        row.no,
        row.consigneeName,
        row.country,
        gramsToKg(row.grossGrams),
        row.hsCode,
        row.nameEn,
        row.nameCn,
        row.origin,
        row.quantity,
        Number(row.netGrams),
        formatMoney({ minor: BigInt(row.value), currency: row.currency }),
        row.currency,
      ]),
    },
    format,
  )
}
