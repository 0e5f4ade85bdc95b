import { SIGNATURE, type handovers } from '#contracts/depot/handovers.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { countsOf, loadBatch, signedFor } from './sign-handover.ts'

const LEFT = 15
/** The signature's width on paper, in millimetres. */
const WIDE = 90

/** The hand-over on paper: what went, who took it, and the signature as it was drawn. */
export async function drawSheet(
  ctx: Ctx,
  { batchId }: In<typeof handovers.sheet>,
): Promise<FileReply> {
  const batch = await loadBatch(ctx, batchId)
  const [counts, signed] = [await countsOf(ctx, batchId), await signedFor(ctx, batch)]
  // The depot's clock, as on its papers.
  const local = (at: string | null | undefined) =>
    at && new Date(at).toLocaleString('sv-SE', { timeZone: batch.timeZone }).slice(0, 16)
  const t = (key: string) => translate(ctx.lang, 'handovers', key)
  const doc = new PaperDocument(t('sheet'))
  const page = new PdfSheet(doc, 148, 210)
  page.text(LEFT, 15, `${t('sheet')} ${batch.no}`, 118, { size: 6, bold: true })
  const lines = [
    ['depot', batch.depot],
    ['shippedAt', local(batch.closedAt)],
    ['pieces', String(counts.pieces)],
    ['bags', String(counts.bags)],
    ['loose', String(counts.loose)],
    ['weight', `${gramsToKg(Number(counts.grams))} kg`],
    ['driver', signed?.driver],
    ['plate', signed?.plate],
    ['signedAt', local(signed?.signedAt)],
  ] as const
  for (const [at, [key, value]] of lines.entries()) {
    page.text(LEFT, 30 + at * 8, t(key), 40, { size: 3.6 })
    page.text(LEFT + 42, 30 + at * 8, value ?? '', 76, { size: 3.6, bold: true })
  }
  const top = 30 + lines.length * 8 + 8
  page.text(LEFT, top, t('signature'), 60, { size: 3.6 })
  const scale = WIDE / SIGNATURE.width
  page.box(LEFT, top + 6, WIDE, SIGNATURE.height * scale)
  for (const stroke of signed?.strokes ?? [])
    for (const [at, [x, y]] of stroke.entries()) {
      const [fromX, fromY] = stroke[at - 1] ?? [x, y]
      page.line(
        LEFT + fromX * scale,
        top + 6 + fromY * scale,
        LEFT + x * scale,
        top + 6 + y * scale,
      )
    }
  page.end()
  return new FileReply(`${batch.no}-handover.pdf`, 'application/pdf', await doc.end(), {
    isInline: true,
  })
}
