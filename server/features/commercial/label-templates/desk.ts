import { sql } from 'kysely'
import type { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { FIELD_KEYS, LABEL_FIELDS } from '#contracts/commercial/labels/fields.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { checkDocument, hasErrors, worded } from './check/check-document.ts'
import {
  builtInOf,
  draftOf,
  readDesigns,
  readDocument,
  readTemplate,
  shownDesign,
} from './designs.ts'
import { barsOf } from './check/bars-path.ts'
import { builtInLayout } from './drawing/layout.ts'
import { dotsPerMm } from './drawing/render-zpl.ts'
import { sampleLabel } from './drawing/samples.ts'
import { valuesOf } from './drawing/values.ts'
import { loadPictures } from './layouts.ts'

/** A template, its versions and one of their documents. */
export async function readDesk(
  ctx: Ctx,
  { id, designId }: In<typeof labelDesigns.design>,
): Promise<Out<typeof labelDesigns.design>> {
  const template = await readTemplate(ctx, id)
  const rows = await readDesigns(ctx, id)
  const chosen = designId
    ? (rows.find((row) => row.id === designId) ?? failMissing()).id
    : (draftOf(rows)?.id ?? template.designId)
  const { code, name, nameEn, size, footer } = template
  return {
    id,
    code,
    name,
    nameEn,
    size,
    footer,
    services: await servicesOf(ctx, id),
    designs: rows.map((row) => shownDesign(row, template)),
    designId: chosen,
    document: chosen ? await readDocument(ctx, chosen) : builtInOf(template),
  }
}

interface Service {
  id: string
  code: string
  name: string
}

const servicesOf = async (ctx: Ctx, templateId: string): Promise<Service[]> =>
  (
    await sql<Service>`select s.id, s.code, ${nameIn(ctx.lang, 's.name')} as name
      from ${ctx.rows('deliveryService').as('s')} where s.label_template_id = ${templateId}
      order by s.code`.execute(ctx.db)
  ).rows

export async function checkDesign(
  ctx: Ctx,
  { document, sample }: In<typeof labelDesigns.check>,
): Promise<Out<typeof labelDesigns.check>> {
  const pictures = await loadPictures(ctx, [document])
  const found = await checkDocument(document, pictures, { readBack: true })
  const raster = { dots: dotsPerMm[document.dpi], between: false }
  const bars = barsOf(document, valuesOf(sampleLabel(sample)), raster)
  return { ok: !hasErrors(found), findings: worded(ctx.lang, found), bars }
}

/** What can be bound, in the caller's language. */
export function bindable({ lang }: Ctx): Promise<Out<typeof labelDesigns.fields>> {
  const text = (key: string) => translate(lang, 'label-fields', key)
  const help = (key: string) => {
    const found = text(`${key}.help`)
    return found === `${key}.help` ? null : found
  }
  return Promise.resolve({
    fields: FIELD_KEYS.map((key) => {
      const { group, kind, sample, longest } = LABEL_FIELDS[key]
      return {
        key,
        group,
        groupText: text(`group.${group}`),
        kind,
        text: text(key),
        help: help(key),
        sample,
        longest,
      }
    }),
  })
}

export const readBuiltIn = (
  _ctx: Ctx,
  { size }: In<typeof labelDesigns.builtIn>,
): Promise<Out<typeof labelDesigns.builtIn>> =>
  Promise.resolve({ document: builtInLayout(size).document })
