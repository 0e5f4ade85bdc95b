import { sql } from 'kysely'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { houseWaybills } from '#contracts/depot/house-waybills.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { drawA4 } from '#server/kit/pdf/trade-paper.ts'
import { hawbParcels } from './house-waybills.ts'
import { loadWaybill } from './lock-waybill.ts'
import { factsOf } from './manifest.ts'

interface Head {
  no: string
  waybillId: string
  customer: string
  customerCountry: string | null
  consigneeName: string
  consigneeCountry: string
  consigneeCity: string | null
  goods: string
  pieces: number
  weight: string
  declared: string | null
}

/** A house waybill on A4: shipper, consignee, goods, pieces, weight, value and its parcels. */
export async function drawHawb(
  ctx: Ctx,
  { id }: In<typeof houseWaybills.print>,
): Promise<FileReply> {
  const found = await sql<Head>`select h.no, h.waybill_id, c.name as customer,
      c.country as customer_country, h.consignee_name, h.consignee_country, h.consignee_city,
      h.goods, h.pieces, h.weight::text as weight, h.declared
    from ${ctx.rows('houseWaybill').as('h')}
      join customer c on c.tenant_id = h.tenant_id and c.id = h.customer_id
    where h.id = ${id}`.execute(ctx.db)
  const hawb = found.rows[0] ?? failMissing()
  const waybill = await loadWaybill(ctx, hawb.waybillId)
  const t = (key: string) => translate(ctx.lang, 'waybills', `manifest.${key}`)
  const party = (name: string, country: string | null, city: string | null) => ({
    name,
    company: '',
    lines: city ? [city] : [],
    country: country ?? '',
    countryCode: country ?? '',
    phone: '',
    email: '',
    taxNumber: '',
  })
  const doc = new PaperDocument('House waybill')
  const kg = gramsToKg(Number(hawb.weight))
  drawA4(doc, {
    title: `${t('house')} ${hawb.no}`,
    facts: [
      ...factsOf(waybill, t),
      [t('goods'), hawb.goods],
      [t('sum'), `${hawb.pieces} · ${kg} kg`],
      [t('declared'), hawb.declared ?? ''],
    ],
    parties: [
      [t('shipper'), party(hawb.customer, hawb.customerCountry, null)],
      [t('consignee'), party(hawb.consigneeName, hawb.consigneeCountry, hawb.consigneeCity)],
    ],
    columns: [
      { caption: t('no'), width: 80 },
      { caption: t('orderNo'), width: 70 },
      { caption: t('weight'), width: 30, align: 'right' },
    ],
    rows: (await hawbParcels(ctx, { id })).map(({ no, orderNo, weightKg }) => ({
      cells: [no, orderNo, weightKg],
    })),
    foot: [`${t('sum')}: ${hawb.pieces} · ${kg} kg`],
  })
  return new FileReply(`${hawb.no}.pdf`, 'application/pdf', await doc.end(), { isInline: true })
}
