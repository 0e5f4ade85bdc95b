import type { In } from '#contracts/kit/endpoint.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import type { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import type { returnStation } from '#contracts/returns/return-station.ts'
import { code128 } from '#server/features/commercial/label-templates/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { filesOf } from '#server/kit/files/stored-files.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { TRACK_FILES } from './names.ts'
import { readTrack } from './read-track.ts'

const [WIDTH, HEIGHT, LEFT] = [100, 60, 5]
const INNER = WIDTH - 2 * LEFT

/** Our own label, 100 × 60 mm: number with barcode, place, what is to be done. No names on it. */
export async function drawTrackLabel(
  ctx: Ctx,
  { id }: In<typeof returnStation.label>,
): Promise<FileReply> {
  const track = await readTrack(ctx, { id })
  const doc = new PdfDocument('Return label')
  const page = new PdfSheet(doc, WIDTH, HEIGHT)
  page.text(LEFT, 3, [track.depotCode, track.place].filter(Boolean).join(' · '), INNER, {
    size: 7,
    bold: true,
  })
  page.bars(LEFT, 13, INNER, 20, code128(track.no, false).widths)
  page.text(LEFT, 34, track.no, INNER, { size: 6, bold: true, align: 'center' })
  page.text(LEFT, 42, track.action_dictText || track.state_dictText, INNER, {
    size: 8,
    bold: true,
    align: 'center',
  })
  page.text(
    LEFT,
    52,
    [track.trackNo, track.arrivedAt?.slice(0, 10)].filter(Boolean).join(' · '),
    INNER,
    {
      size: 4,
      align: 'center',
    },
  )
  page.end()
  return new FileReply(`${track.no}.pdf`, 'application/pdf', doc.end(), { isInline: true })
}

/** What is left of a destroyed return: when, why, by whom, and the photos that prove it. */
export async function drawCertificate(
  ctx: Ctx,
  { id }: In<typeof returnTracks.certificate>,
): Promise<FileReply> {
  const track = await readTrack(ctx, { id })
  const done = track.steps.find(({ verb }) => verb === 'finish' || verb === 'destroyUnowned')
  if (track.action !== 'destroy' || !done || track.state < RETURN.STORED)
    return fail('returns.notDestroyed', { label: track.no })
  const t = (key: string) => translate(ctx.lang, 'returns', key)
  const photos = (await filesOf(ctx, TRACK_FILES, [id])).filter(({ kind }) => kind === 'photo')
  const doc = new PaperDocument('Certificate of destruction')
  const page = new PdfSheet(doc, 210, 297)
  page.text(20, 25, t('certificate'), 170, { size: 20, bold: true })
  page.line(20, 36, 190, 36)
  page.block(
    20,
    44,
    170,
    200,
    [
      { text: track.customerName ?? '', bold: true },
      { text: `${t('certificate.no')}: ${track.no} · ${track.trackNo ?? ''}` },
      { text: `${t('certificate.at')}: ${done.at.slice(0, 16).replace('T', ' ')} UTC` },
      { text: `${t('certificate.depot')}: ${track.depotCode ?? ''}` },
      { text: `${t('certificate.why')}: ${track.decided ?? ''}` },
      { text: `${t('certificate.goods')}: ${track.goods ?? ''}` },
      ...track.items.map(({ sku, quantity, grade }) => ({
        text: `${quantity} × ${sku} ${grade ?? ''}`,
      })),
      { text: `${t('certificate.photos')}: ${photos.map(({ name }) => name).join(', ')}` },
    ],
    8,
  )
  page.end()
  return new FileReply(`${track.no}-destroyed.pdf`, 'application/pdf', await doc.end())
}
