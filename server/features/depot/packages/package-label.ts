import type { In } from '#contracts/kit/endpoint.ts'
import type { outPackages } from '#contracts/depot/packages.ts'
import { code128 } from '#server/features/commercial/label-templates/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { readPackage } from './read-package.ts'

const [WIDTH, HEIGHT, LEFT] = [100, 150, 6]
const INNER = WIDTH - 2 * LEFT

/** The label of a bag, 100 × 150 mm: number with barcode, where it goes, pieces, weight and seal. */
export async function drawPackageLabel(
  ctx: Ctx,
  { id }: In<typeof outPackages.label>,
): Promise<FileReply> {
  const bag = await readPackage(ctx, { id })
  const t = (key: string) => translate(ctx.lang, 'packages', key)
  const doc = new PdfDocument('Bag label')
  const page = new PdfSheet(doc, WIDTH, HEIGHT)
  page.box(3, 3, WIDTH - 6, HEIGHT - 6)
  page.text(LEFT, 6, `${bag.kind_dictText} · ${bag.depotCode}`, INNER, { size: 5 })
  page.text(LEFT, 14, bag.rules.sortCode ?? bag.rules.country ?? '', INNER, {
    size: 22,
    bold: true,
    align: 'center',
  })
  page.text(LEFT, 44, bag.rules.service ?? '', INNER, { size: 6, align: 'center' })
  page.line(3, 56, WIDTH - 3, 56)
  page.bars(LEFT + 4, 62, INNER - 8, 34, code128(bag.no, false).widths)
  page.text(LEFT, 98, bag.no, INNER, { size: 8, bold: true, align: 'center' })
  page.line(3, 110, WIDTH - 3, 110)
  page.block(
    LEFT,
    114,
    INNER,
    30,
    [
      { text: `${t('pieces')}: ${bag.pieces ?? 0}`, bold: true },
      { text: `${t('weight')}: ${bag.weighedKg ?? bag.weightKg ?? ''} kg` },
      { text: bag.sealNo ? `${t('seal')}: ${bag.sealNo}` : '' },
      { text: [bag.closedBy, bag.closedAt?.slice(0, 10)].filter(Boolean).join(' · ') },
    ],
    6,
  )
  page.end()
  return new FileReply(`${bag.no}.pdf`, 'application/pdf', doc.end(), { isInline: true })
}
