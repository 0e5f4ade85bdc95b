import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { predictedReturns } from '#contracts/returns/predicted-returns.ts'
import { code128 } from '#server/features/commercial/label-templates/index.ts'
import { termsOf } from '#server/features/returns/return-terms/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { qrOf } from '#server/kit/pdf/qr.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { carrierReturnLabel } from './carrier-label.ts'
import { goodsLines } from './goods-lines.ts'

interface Announced {
  id: string
  no: string
  customerId: string
  customerName: string
  customerCode: string
  trackNo: string | null
  orderNo: string | null
  rma: string | null
  goods: string | null
  senderName: string | null
  senderStreet: string | null
  senderPostalCode: string | null
  senderCity: string | null
  senderCountry: string | null
  depotId: string | null
  depotName: string | null
  depotStreet: string | null
  depotPostalCode: string | null
  depotCity: string | null
  depotCountry: string | null
  state: string
}

async function read(ctx: Ctx, id: string): Promise<Announced> {
  const { rows } = await sql<Announced>`select p.id, p.no, p.customer_id, c.name as customer_name,
      c.code as customer_code, p.track_no, p.order_no, p.rma, p.goods, p.sender_name,
      p.sender_street, p.sender_postal_code, p.sender_city, p.sender_country, p.depot_id,
      d.paper_name as depot_name, concat_ws(' ', d.street, d.house) as depot_street,
      d.postal_code as depot_postal_code, d.city as depot_city, d.country as depot_country, p.state
    from ${ctx.rows('predictedReturn').as('p')}
      join customer c on c.tenant_id = p.tenant_id and c.id = p.customer_id
      left join depot d on d.tenant_id = p.tenant_id and d.id = p.depot_id
    where p.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

/**
 * From the sender to the returns depot: by the code in the address and the bars its owner is found.
 * `nameless`: for who only knows a number and a postcode, without name and street of the sender.
 */
export async function drawReturnLabel(
  ctx: Ctx,
  { id }: In<typeof predictedReturns.label>,
  nameless = false,
): Promise<FileReply> {
  const one = await read(ctx, id)
  if (one.state === '9' || one.depotId === null) fail('returns.notAnnounced', { label: one.no })
  const theirs = await carrierReturnLabel(ctx, one, nameless)
  if (theirs) return theirs
  const { addressCode } = await termsOf(ctx, one.customerId, one.depotId)
  const number = one.trackNo ?? one.no
  const doc = new PdfDocument('Return label')
  const page = new PdfSheet(doc, 100, 150)
  page.box(3, 3, 94, 144)
  page.block(
    6,
    6,
    88,
    24,
    [
      { text: (nameless ? null : one.senderName) ?? '' },
      { text: (nameless ? null : one.senderStreet) ?? '' },
      { text: [one.senderPostalCode, one.senderCity, one.senderCountry].filter(Boolean).join(' ') },
    ],
    5,
  )
  page.line(3, 32, 97, 32)
  page.block(
    6,
    36,
    88,
    44,
    [
      { text: one.depotName ?? '', bold: true },
      { text: `c/o ${addressCode ?? one.customerCode}`, bold: true },
      { text: one.depotStreet ?? '' },
      { text: [one.depotPostalCode, one.depotCity].filter(Boolean).join(' '), bold: true },
      { text: one.depotCountry ?? '' },
    ],
    7,
  )
  page.line(3, 82, 97, 82)
  page.matrix(6, 86, 22, qrOf(number))
  page.text(32, 90, one.rma ? `RMA ${one.rma}` : (one.orderNo ?? ''), 62, { size: 6 })
  page.bars(8, 114, 84, 20, code128(number, false).widths)
  page.text(6, 136, number, 88, { size: 6, bold: true, align: 'center' })
  page.end()
  await inTx(ctx, (tx) => change(tx, 'predictedReturn', id, { labelledAt: nowIso() }))
  return new FileReply(`${one.no}.pdf`, 'application/pdf', doc.end(), { isInline: true })
}

/** What the sender puts into the box: numbers, goods, and the bars we scan. */
export async function drawPackingSlip(
  ctx: Ctx,
  { id }: In<typeof predictedReturns.packingSlip>,
): Promise<FileReply> {
  const one = await read(ctx, id)
  const t = (key: string) => translate(ctx.lang, 'predicted-returns', key)
  const doc = new PaperDocument('Packing slip')
  const page = new PdfSheet(doc, 210, 297)
  page.text(20, 20, t('packingSlip'), 170, { size: 16, bold: true })
  page.bars(20, 34, 90, 18, code128(one.trackNo ?? one.no, false).widths)
  page.block(
    20,
    60,
    170,
    210,
    [
      { text: one.trackNo ?? one.no, bold: true },
      { text: [one.rma && `RMA ${one.rma}`, one.orderNo].filter(Boolean).join(' · ') },
      ...(goodsLines(one.goods ?? '') ?? []).map(({ sku, quantity, serials }) => ({
        text: [`${quantity} × ${sku}`, serials.join(', ')].filter(Boolean).join('  '),
      })),
    ],
    7,
  )
  page.end()
  return new FileReply(`${one.no}-slip.pdf`, 'application/pdf', await doc.end(), { isInline: true })
}
