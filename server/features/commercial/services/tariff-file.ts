import type { myServices } from '#contracts/commercial/services.mine.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
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
  return new FileReply(`${name}.pdf`, 'application/pdf', asPdf(ctx, content))
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
const ROW = 6
const COLUMNS = 11

/** A4 on its side; more zones than fit next to one another go on below, rows on the next page. */
function asPdf(ctx: Ctx, content: TariffContent): Buffer {
  const doc = new PdfDocument('Tariff')
  const pages: PdfSheet[] = []
  let y = 0
  const page = () => pages.at(-1)!
  const turn = () => {
    const next = new PdfSheet(doc, WIDTH, HEIGHT)
    pages.push(next)
    const first = pages.length === 1
    next.text(EDGE, EDGE, content.title, WIDTH - 2 * EDGE, { size: first ? 6 : 4, bold: true })
    next.line(EDGE, EDGE + 8, WIDTH - EDGE, EDGE + 8)
    y = EDGE + 11
  }
  const ensure = (height: number) => {
    if (y + height > HEIGHT - EDGE) turn()
  }
  const write = (text: string, bold = false) => {
    ensure(ROW)
    page().text(EDGE, y, text, WIDTH - 2 * EDGE, { size: 3, bold })
    y += ROW - 1
  }
  turn()
  write(content.facts.join(' · '))
  y += 2
  for (const zone of content.zones)
    write(
      `${zone.code} ${zone.name === zone.code ? '' : zone.name}: ${zone.countries}` +
        (zone.days && ` · ${zone.days}`),
    )
  y += 2
  const head = headOf(ctx, content)
  const lines = linesOf(content)
  const lead = content.mode === 'B' ? 2 : 1
  for (let from = lead; from < head.length; from += COLUMNS - lead) {
    const shown = [
      ...Array.from({ length: lead }, (_, at) => at),
      ...Array.from({ length: Math.min(COLUMNS - lead, head.length - from) }, (_, at) => from + at),
    ]
    const width = (WIDTH - 2 * EDGE) / COLUMNS
    const row = (cells: readonly string[], bold: boolean) => {
      for (const [at, index] of shown.entries())
        page().text(EDGE + at * width, y, cells[index] ?? '', width - 2, {
          size: 2.8,
          bold,
          align: 'right',
        })
      y += ROW - 0.8
      page().line(EDGE, y - 0.6, EDGE + shown.length * width, y - 0.6)
    }
    ensure(3 * ROW)
    row(head, true)
    for (const cells of lines) {
      if (y + ROW > HEIGHT - EDGE) {
        turn()
        row(head, true)
      }
      row(cells, false)
    }
    y += 3
  }
  for (const note of content.notes) write(note)
  for (const [at, one] of pages.entries()) {
    const no = `${at + 1}/${pages.length}`
    one.text(WIDTH - EDGE - 30, HEIGHT - 10, no, 30, { size: 2.6, align: 'right' })
    one.end()
  }
  return doc.end()
}
