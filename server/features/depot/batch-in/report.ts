import type { In } from '#contracts/kit/endpoint.ts'
import type { batchIn } from '#contracts/depot/batch-in.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { readSheet } from './read-sheet.ts'

const [WIDTH, HEIGHT, MARGIN, LINE] = [210, 297, 14, 6]
const INNER = WIDTH - 2 * MARGIN
const COLUMNS = [48, 34, 40, 30, 30] as const
const FIRST = 62
const PER_PAGE = Math.floor((HEIGHT - FIRST - MARGIN) / LINE)

/** What came of an announced batch: counts, weights and every row, on pages of A4. */
export async function drawBatchReport(
  ctx: Ctx,
  { id }: In<typeof batchIn.report>,
): Promise<FileReply> {
  const sheet = await readSheet(ctx, { id })
  const t = (key: string) => translate(ctx.lang, 'batch-in', key)
  const doc = new PdfDocument('Batch report')
  const pages = Math.max(1, Math.ceil(sheet.rows.length / PER_PAGE))
  for (let at = 0; at < pages; at++) {
    const page = new PdfSheet(doc, WIDTH, HEIGHT)
    page.text(MARGIN, MARGIN, `${t('report')} ${sheet.no}`, INNER - 20, { size: 7, bold: true })
    page.text(MARGIN, MARGIN, `${at + 1} / ${pages}`, INNER, { size: 3.4, align: 'right' })
    page.block(MARGIN, MARGIN + 11, INNER, 28, [
      `${sheet.customerId_dictText} · ${sheet.depotCode} · ${sheet.status_dictText}`,
      [
        `${t('expected')}: ${sheet.counts.expected}`,
        `${t('received')}: ${sheet.counts.received}`,
        `${t('missing')}: ${sheet.counts.missing}`,
        `${t('extra')}: ${sheet.counts.extra}`,
      ].join('    '),
      `${t('declared')}: ${sheet.declaredKg} kg    ${t('measured')}: ${sheet.measuredKg ?? '–'} kg    ${t('difference')}: ${sheet.differenceKg ?? '–'} kg`,
      sheet.remark ?? '',
    ])
    const cells = (top: number, texts: readonly string[], bold: boolean) => {
      let left = MARGIN
      texts.forEach((text, column) => {
        const width = COLUMNS[column] ?? 20
        page.text(left, top, text, width - 2, { size: 3.2, bold })
        left += width
      })
    }
    cells(FIRST - 9, ['row.no', 'row.status', 'row.received', 'row.by', 'row.weight'].map(t), true)
    page.line(MARGIN, FIRST - 3, WIDTH - MARGIN, FIRST - 3)
    sheet.rows
      .slice(at * PER_PAGE, (at + 1) * PER_PAGE)
      .forEach((row, line) =>
        cells(
          FIRST + line * LINE,
          [
            row.trackNo ?? row.no,
            row.status_dictText,
            row.receivedAt?.slice(0, 16).replace('T', ' ') ?? '',
            row.receivedBy ?? '',
            [row.declaredWeightKg, row.measuredWeightKg].map((kg) => kg ?? '–').join(' / '),
          ],
          false,
        ),
      )
    page.end()
  }
  return new FileReply(`${sheet.no}.pdf`, 'application/pdf', doc.end(), { isInline: true })
}
