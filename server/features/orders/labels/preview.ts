import { sql } from 'kysely'
import { labelDocument, type LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { labelPreviews } from '#contracts/orders/label-previews.ts'
import {
  builtInOf,
  drawFile,
  drawPreview,
  loadPictures,
  planSheet,
  readDesigns,
  readDocument,
  readTemplate,
  sampleLabel,
  worded,
  type LabelModel,
  type Template,
} from '#server/features/commercial/label-templates/index.ts'
import { kindCondition } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { pngOf } from '#server/kit/files/pictures.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { now as clock } from '#server/kit/runtime/clock.ts'
import { labelModel } from './drawing/label-model.ts'
import { printRows, type PrintRow } from './find-printable.ts'
import { publicBase } from './public-base.ts'
import { routesOf } from './routes-of.ts'
import { paperOfSet } from './wanted-layouts.ts'

type Values = Pick<In<typeof labelPreviews.preview>, 'number' | 'sample'>

/** One label drawn as PDF, as ZPL and as the dots that ZPL prints. */
export async function previewLabel(
  ctx: Ctx,
  { document, templateId, number, sample, dpi: wanted }: In<typeof labelPreviews.preview>,
): Promise<Out<typeof labelPreviews.preview>> {
  const template = templateId ? await readTemplate(ctx, templateId) : null
  const { model, row } = await modelOf(ctx, { number, sample }, template)
  const pictures = await loadPictures(ctx, [document])
  const dpi = wanted ?? document.dpi
  const drawn = await drawPreview({
    as: 'preview',
    document,
    model,
    pictures,
    dpi,
    mark: row ? markOf(document) : [],
  })
  return {
    parcel: row ? { id: row.id, number: row.trackNo ?? row.orderNo } : null,
    pdf: Buffer.from(drawn.pdf).toString('base64'),
    zpl: drawn.zpl,
    png: (await pngOf(drawn.grey)).toString('base64'),
    dpi,
    findings: worded(ctx.lang, drawn.found),
  }
}

/** A label of a stored version, marked as a test. */
export async function testPrint(
  ctx: Ctx,
  input: In<typeof labelPreviews.testPrint>,
): Promise<FileReply> {
  const { id, designId, format, printSetId } = input
  const template = await readTemplate(ctx, id)
  const document = await storedDocument(ctx, template, designId)
  const { model } = await modelOf(ctx, input, template)
  const drawing = {
    document: { ...document, elements: [...document.elements, ...markOf(document)] },
    model,
    pictures: await loadPictures(ctx, [document]),
    dpi: input.dpi ?? document.dpi,
  }
  if (format === 'zpl')
    return new FileReply(
      `${template.code}-test.zpl`,
      'text/plain; charset=utf-8',
      await drawFile({ ...drawing, as: 'zpl' }),
    )
  const paper = printSetId ? await paperOfSet(ctx, printSetId) : null
  const plan =
    paper && (planSheet(paper, document.page) ?? fail('label.paperTooSmall', { ...paper }))
  return new FileReply(
    `${template.code}-test.pdf`,
    'application/pdf',
    await drawFile({ ...drawing, as: 'pdf', plan }),
  )
}

async function storedDocument(
  ctx: Ctx,
  template: Template,
  designId: string | undefined,
): Promise<LabelDocument> {
  const chosen = designId ?? template.designId
  if (!chosen) return builtInOf(template)
  const rows = await readDesigns(ctx, template.id)
  return rows.some(({ id }) => id === chosen) ? readDocument(ctx, chosen) : failMissing()
}

async function modelOf(
  ctx: Ctx,
  { number, sample }: Values,
  template: Template | null,
): Promise<{ model: LabelModel; row: PrintRow | null }> {
  if (!number) return { model: switched(sampleLabel(sample), template), row: null }
  const found = await parcelOf(ctx, number)
  const row = template
    ? {
        ...found,
        showSender: template.showSender,
        showReference: template.showReference,
        showQr: template.showQr,
        footer: template.footer,
      }
    : found
  const now = new Date(clock())
  const [route] = await routesOf(ctx, [row], now)
  const base = publicBase(ctx.http)
  return { model: labelModel(row, { reprint: false, base, now, route: route ?? null }), row }
}

/** What the switches of a template leave out, and its footer. */
function switched(model: LabelModel, template: Template | null): LabelModel {
  if (!template) return model
  const { from, reference, remark, trackingUrl, ...rest } = model
  return {
    ...rest,
    sender: template.showSender ? rest.sender : [],
    ...(template.showSender && from ? { from } : {}),
    ...(template.showReference && reference ? { reference } : {}),
    ...(template.showQr && trackingUrl ? { trackingUrl } : {}),
    ...(template.footer ? { remark: template.footer } : {}),
  }
}

/** The first piece a number means, of the orders the caller may see. */
async function parcelOf(ctx: Ctx, number: string): Promise<PrintRow> {
  const found = await sql<{ id: string }>`select p.id
    from ${ctx.rows('parcel').as('p')} join ${ctx.rows('shipment').as('s')}
      on s.id = p.shipment_id
    where ${kindCondition(ctx, 's')} and (p.track_no = ${number} or p.reference = ${number}
      or s.serial_number = ${number} or s.reference = ${number})
    order by (p.track_no = ${number}) desc nulls last, p.id desc limit 1`.execute(ctx.db)
  const id = found.rows[0]?.id ?? failFields([{ path: 'number', code: 'labelTemplate.noParcel' }])
  return (await printRows(ctx, [id]))[0] ?? failMissing()
}

const MARK = { w: 24, h: 3 }

/** A mark at the upper edge that it is no valid label. */
function markOf({ page }: LabelDocument): LabelDocument['elements'] {
  const at = { x: 0, y: 0, ...MARK }
  return labelDocument.parse({
    page,
    elements: [
      { type: 'box', id: 'box', ...at, frame: 0, fill: 'black' },
      {
        type: 'text',
        id: 'mark',
        ...at,
        text: 'TEST 测试',
        bold: true,
        size: 7,
        minSize: 5,
        align: 'center',
        white: true,
        overflow: 'cut',
      },
    ],
  }).elements
}
