import type { In } from '#contracts/kit/endpoint.ts'
import type { batchIn } from '#contracts/depot/batch-in.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { readSheet } from './read-sheet.ts'

const MARGIN = 14
const INNER = 210 - 2 * MARGIN

/** What came of an announced batch: counts, weights and every row, on pages of A4. */
export async function drawBatchReport(
  ctx: Ctx,
  { id }: In<typeof batchIn.report>,
): Promise<FileReply> {
  const sheet = await readSheet(ctx, { id })
  const t = (key: string) => translate(ctx.lang, 'batch-in', key)
  const doc = new PaperDocument('Batch report')
  const title = `${t('report')} ${sheet.no}`
  const pages = new Pages(
    doc,
    { left: MARGIN, bottom: MARGIN },
    (page) => {
      page.text(MARGIN, MARGIN, title, INNER - 20, { size: 7, bold: true })
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
      return 53
    },
    (page) => {
      page.text(MARGIN, MARGIN, title, INNER - 20, { bold: true })
      return MARGIN + 9
    },
  )
  const widths = [48, 34, 40, 30, 30]
  pages.table({
    columns: ['row.no', 'row.status', 'row.received', 'row.by', 'row.weight'].map((key, at) => ({
      caption: t(key),
      width: widths[at] ?? 0,
    })),
    rows: sheet.rows.map((row) => ({
      cells: [
        row.trackNo ?? row.no,
        row.status_dictText,
        row.receivedAt?.slice(0, 16).replace('T', ' ') ?? '',
        row.scannedBy ?? '',
        [row.declaredWeightKg, row.measuredWeightKg].map((kg) => kg ?? '–').join(' / '),
      ],
    })),
  })
  pages.end((page, no) =>
    page.text(MARGIN, MARGIN, `${no.page} / ${no.pages}`, INNER, { size: 3.4, align: 'right' }),
  )
  return new FileReply(`${sheet.no}.pdf`, 'application/pdf', await doc.end(), { isInline: true })
}
