import type { In, Out } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { code128 } from '#server/features/commercial/label-templates/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { type Drawable, PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { drawA4 } from '#server/kit/pdf/trade-paper.ts'
import { loadFbaWaybill, type FbaWaybill } from './lock-fba-waybill.ts'
import { readFbaWaybill } from './read-fba-waybill.ts'

type Detail = Out<typeof fbaWaybills.detail>
const [WIDTH, HEIGHT, LEFT] = [100, 150, 6]
const INNER = WIDTH - 2 * LEFT

/** Bill of lading, or a label for each pallet; both from the rows the appointment is made of. */
export async function drawPaper(
  ctx: Ctx,
  { id, paper }: In<typeof fbaWaybills.paper>,
): Promise<FileReply> {
  const truck = await loadFbaWaybill(ctx, id)
  const detail = await readFbaWaybill(ctx, { id })
  const t = (key: string) => translate(ctx.lang, 'fba-trucks', `paper.${key}`)
  const doc =
    paper === 'bol' ? new PaperDocument('Bill of lading') : new PdfDocument('Pallet labels')
  if (paper === 'bol') drawBill(doc, truck, detail, t)
  else drawPallets(doc, truck, detail, t)
  return new FileReply(`${truck.no}-${paper}.pdf`, 'application/pdf', await doc.end(), {
    isInline: true,
  })
}

function drawBill(
  doc: Drawable,
  truck: FbaWaybill,
  { slot, orders }: Detail,
  t: (key: string) => string,
): void {
  const kg = gramsToKg(Number(truck.weight))
  drawA4(doc, {
    title: `${t('bol')} ${truck.bolNo ?? truck.no}`,
    facts: [
      [t('warehouse'), truck.warehouseCode],
      [t('appointment'), truck.appointmentNo ?? ''],
      [t('slot'), slot ? `${slot.day} ${slot.from} – ${slot.to}` : ''],
      [t('pro'), truck.proNos ?? ''],
      [t('driver'), [truck.driver, truck.plate].filter(Boolean).join(' · ')],
      [
        t('load'),
        `${truck.pallets ?? 0} ${t('pallets')} · ${truck.pieces} ${t('cartons')} · ${kg} kg`,
      ],
    ],
    parties: [],
    columns: [
      { caption: t('fbaCode'), width: 50 },
      { caption: t('reference'), width: 40 },
      { caption: t('order'), width: 46 },
      { caption: t('cartons'), width: 20, align: 'right' },
      { caption: t('weight'), width: 24, align: 'right' },
    ],
    rows: orders.map((one) => ({
      cells: [
        one.fbaCode,
        one.referenceId ?? '',
        one.serialNumber,
        String(one.pieces),
        one.weightKg,
      ],
    })),
    foot: [`${t('load')}: ${truck.pieces} · ${kg} kg`, t('sender'), t('carrier'), t('receiver')],
  })
}

function drawPallets(
  doc: Drawable,
  truck: FbaWaybill,
  { orders }: Detail,
  t: (key: string) => string,
): void {
  if (!truck.pallets) fail('fbaWaybill.noPallets', { label: truck.no })
  for (let at = 1; at <= truck.pallets; at++) {
    const page = new PdfSheet(doc, WIDTH, HEIGHT)
    page.box(3, 3, WIDTH - 6, HEIGHT - 6)
    page.text(LEFT, 6, truck.warehouseCode, INNER, { size: 22, bold: true, align: 'center' })
    page.text(LEFT, 34, `${at} / ${truck.pallets}`, INNER, { size: 14, align: 'center' })
    page.bars(LEFT + 4, 56, INNER - 8, 26, code128(`${truck.no}-${at}`, false).widths)
    page.text(LEFT, 84, `${truck.no}-${at}`, INNER, { size: 7, bold: true, align: 'center' })
    page.block(
      LEFT,
      96,
      INNER,
      48,
      [
        { text: `${t('appointment')}: ${truck.appointmentNo ?? ''}`, bold: true },
        { text: `${t('pro')}: ${truck.proNos ?? ''}` },
        ...orders.map((one) => ({ text: `${one.fbaCode} · ${one.pieces}` })),
      ],
      5,
    )
    page.end()
  }
}
