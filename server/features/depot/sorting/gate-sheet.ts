import type { In } from '#contracts/kit/endpoint.ts'
import { gateBarcode, type sorting } from '#contracts/depot/sorting.ts'
import { code128 } from '#server/features/commercial/label-templates/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { gatesOf, stationDepot } from './find-gate.ts'

const [WIDTH, HEIGHT, MARGIN] = [210, 297, 12]
const PER_PAGE = 3
const ROW = (HEIGHT - 2 * MARGIN) / PER_PAGE

/** Cards to hang at the gates of a depot: code, name and barcode, three on a page of A4. */
export async function drawGateSheet(
  ctx: Ctx,
  { depotId }: In<typeof sorting.gateSheet>,
): Promise<FileReply> {
  const depot = await stationDepot(ctx, depotId)
  const gates = await gatesOf(ctx, depot.id)
  const doc = new PdfDocument('Gates')
  const t = (key: string, data: Record<string, string> = {}) =>
    translate(ctx.lang, 'sorting', key, data)
  for (let from = 0; from < Math.max(1, gates.length); from += PER_PAGE) {
    const page = new PdfSheet(doc, WIDTH, HEIGHT)
    if (gates.length === 0) page.text(MARGIN, MARGIN, t('sheet.none'), WIDTH - 2 * MARGIN)
    gates.slice(from, from + PER_PAGE).forEach((gate, at) => {
      const top = MARGIN + at * ROW
      page.box(MARGIN, top, WIDTH - 2 * MARGIN, ROW - 4)
      page.text(MARGIN + 6, top + 3, gate.code, 90, { size: 34, bold: true })
      page.text(MARGIN + 6, top + 48, gate.name ?? '', 90, { size: 9 })
      page.text(MARGIN + 6, top + 64, `${depot.code} · ${t(`direction.${gate.direction}`)}`, 90, {
        size: 5,
      })
      const text = gateBarcode(gate.id)
      page.bars(MARGIN + 102, top + 12, 78, 46, code128(text, false).widths)
      page.text(MARGIN + 102, top + 62, text, 78, { size: 6, align: 'center' })
    })
    page.end()
  }
  return new FileReply(
    `${t('sheet.file', { depot: depot.code })}.pdf`,
    'application/pdf',
    doc.end(),
    {
      isInline: true,
    },
  )
}
