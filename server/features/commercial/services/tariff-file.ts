import type { myServices } from '#contracts/commercial/services.mine.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import type { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { wrap } from '#server/kit/pdf/text-fit.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { openTo } from './my-services.ts'
import { tariffContent, type TariffContent } from './tariff-content.ts'
import { whoseServices } from './whose.ts'

/** The tariff of a service as a file to keep. What is not open to the customer has none. */
export async function tariffFile(
  ctx: Ctx,
  { id, format, customerId }: In<typeof myServices.tariff>,
): Promise<FileReply> {
  const whose = await whoseServices(ctx, customerId ?? null)
  const [service] = await openTo(ctx, whose, id)
  if (!service) failMissing()
  const content = await tariffContent(ctx, service, whose)
  const name = `${translate(ctx.lang, 'services', 'tariff.title')}-${service.code}`
  if (format === 'xlsx') return asSheet(ctx, name, content)
  return new FileReply(`${name}.pdf`, 'application/pdf', await asPdf(ctx, content))
}

/** Names of a table's columns: the weight, and per zone one price or two. */
function headOf(ctx: Ctx, { mode, zones }: TariffContent): string[] {
  const t = (key: string) => translate(ctx.lang, 'prices', key)
  return [
    mode === 'B' ? t('sheet.first') : t('sheet.upTo'),
    ...(mode === 'B' ? [t('sheet.step')] : []),
    ...zones.flatMap(({ code }) =>
      mode === 'A'
        ? [code]
        : [`${code} ${t(`part.${mode}.price`)}`, `${code} ${t(`part.${mode}.second`)}`],
    ),
  ]
}

function linesOf({ mode, zones, rows }: TariffContent): string[][] {
  return rows.map(({ upTo, step, prices, seconds }) => [
    upTo ?? '∞',
    ...(mode === 'B' ? [step ?? ''] : []),
    ...zones.flatMap((_, at) =>
      mode === 'A' ? [prices[at] ?? ''] : [prices[at] ?? '', seconds[at] ?? ''],
    ),
  ])
}

function asSheet(ctx: Ctx, name: string, content: TariffContent): FileReply {
  const head = headOf(ctx, content)
  return sheetReply(name, {
    columns: head.map((title) => ({ title })),
    rows: [
      ...linesOf(content),
      [],
      [content.title],
      ...content.facts.map((fact) => [fact]),
      [],
      ...content.zones.map(({ code, name: zone, countries, days }) => [
        code,
        zone,
        countries,
        days,
      ]),
      [],
      ...content.notes.map((note) => [note]),
    ].map((cells) => head.map((_, at) => cells[at] ?? null)),
  })
}

const [WIDTH, HEIGHT, EDGE] = [297, 210, 14]
const INNER = WIDTH - 2 * EDGE
const COLUMNS = 11

/** A4 on its side; more zones than fit next to one another go on below, rows on the next page. */
async function asPdf(ctx: Ctx, content: TariffContent): Promise<Buffer> {
  const doc = new PaperDocument('Tariff')
  const top = (size: number) => (page: PdfSheet) => {
    page.text(EDGE, EDGE, content.title, INNER, { size, bold: true })
    page.line(EDGE, EDGE + 8, WIDTH - EDGE, EDGE + 8)
    return EDGE + 11
  }
  const look = { size: [WIDTH, HEIGHT], left: EDGE, row: 5.2, em: 2.8, bottom: EDGE } as const
  const pages = new Pages(doc, look, top(6), top(4))
  const write = (text: string) => {
    // A zone of the world has more countries than a line has room for.
    for (const { text: line } of wrap({ text, bold: false, size: 3 }, INNER)) {
      pages.room(6)
      pages.page.text(EDGE, pages.y, line, INNER, { size: 3 })
      pages.y += 5
    }
  }
  write(content.facts.join(' · '))
  pages.y += 2
  for (const zone of content.zones)
    write(
      `${zone.code} ${zone.name === zone.code ? '' : zone.name}: ${zone.countries}` +
        (zone.days && ` · ${zone.days}`),
    )
  pages.y += 2
  const head = headOf(ctx, content)
  const lines = linesOf(content)
  const lead = content.mode === 'B' ? 2 : 1
  for (let from = lead; from < head.length; from += COLUMNS - lead) {
    const shown = head.flatMap((_, at) =>
      at < lead || (at >= from && at < from + COLUMNS - lead) ? [at] : [],
    )
    pages.table({
      columns: shown.map((at) => ({
        caption: head[at] ?? '',
        width: INNER / COLUMNS,
        align: 'right',
      })),
      rows: lines.map((cells) => ({ cells: shown.map((at) => cells[at] ?? '') })),
    })
    pages.y += 3
  }
  for (const note of content.notes) write(note)
  pages.end((page, no) => {
    const style = { size: 2.6, align: 'right' } as const
    page.text(WIDTH - EDGE - 30, HEIGHT - 10, `${no.page}/${no.pages}`, 30, style)
  })
  return await doc.end()
}
