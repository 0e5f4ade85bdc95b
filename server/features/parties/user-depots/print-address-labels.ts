import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { userDepots } from '#contracts/parties/user-depot-calls.ts'
import {
  addressLines,
  hoursTextOf,
  type DepotAddress,
} from '#server/features/parties/depots/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'

interface Row {
  id: string
  depotId: string
  code: string
  customer: string
  contact: string | null
  phone: string | null
  hours: string | null
  address: DepotAddress
}

const [WIDTH, HEIGHT] = [100, 150]
const LEFT = 5
const INNER = WIDTH - 2 * LEFT

/** Labels with the depot's address and the customer's code, 100 × 150 mm, in the order asked for. */
export async function printAddressLabels(
  ctx: Ctx,
  { ids }: In<typeof userDepots.label>,
): Promise<FileReply> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Row>`select u.id, u.depot_code as code, c.name as customer,
      u.contact, u.phone, u.hours, d.id as depot_id,
      json_build_object('code', d.code, 'paperName', d.paper_name, 'contact', d.contact,
        'phone', d.phone, 'street', d.street, 'house', d.house, 'postalCode', d.postal_code,
        'city', d.city, 'state', d.state, 'country', d.country) as address
    from ${ctx.rows('userDepot').as('u')}
      join ${system.rows('depot').as('d')} on d.id = u.depot_id
      join ${system.rows('customer').as('c')} on c.id = u.customer_id
    where u.id = any(${ids}::bigint[])`.execute(ctx.db)
  // A code without hours of its own has those of the depot.
  const hours = await hoursTextOf(system, [...new Set(found.rows.map(({ depotId }) => depotId))])
  const byId = new Map(
    found.rows.map((row) => [
      row.id,
      { ...row, hours: row.hours ?? hours.get(row.depotId) ?? null },
    ]),
  )
  const doc = new PdfDocument('Depot address labels')
  for (const id of ids) drawLabel(ctx, doc, byId.get(id) ?? failMissing())
  const title = translate(ctx.lang, 'user-depots', 'label.file')
  return new FileReply(`${title}.pdf`, 'application/pdf', doc.end(), { isInline: true })
}

function drawLabel(ctx: Ctx, doc: PdfDocument, row: Row): void {
  const t = (key: string) => translate(ctx.lang, 'user-depots', key)
  const lines = addressLines(row.address)
  const page = new PdfSheet(doc, WIDTH, HEIGHT)
  page.box(3, 3, WIDTH - 6, HEIGHT - 6)
  page.text(LEFT, 6, t('label.to'), INNER, { size: 3.4 })
  page.block(
    LEFT,
    12,
    INNER,
    58,
    lines.map((text, at) => ({
      text,
      bold: at === 0 || at === lines.length - 1,
      ...(at === 0 ? { size: 6 } : {}),
    })),
    5,
  )
  page.line(3, 72, WIDTH - 3, 72)
  page.text(LEFT, 75, t('label.code'), INNER, { size: 3.4 })
  page.text(LEFT, 82, row.code, INNER, { size: 15, bold: true, align: 'center' })
  page.line(3, 104, WIDTH - 3, 104)
  page.block(
    LEFT,
    107,
    INNER,
    36,
    [
      { text: `${t('customerId.label')}: ${row.customer}`, bold: true },
      {
        text: [row.contact, row.phone].filter(Boolean).length
          ? `${t('contact')}: ${[row.contact, row.phone].filter(Boolean).join(' · ')}`
          : '',
      },
      { text: row.hours ? `${t('hours')}: ${row.hours}` : '' },
    ],
    4.4,
  )
  page.end()
}
