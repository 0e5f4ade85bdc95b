import { sql } from 'kysely'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { labelDocument } from '#contracts/commercial/labels/document.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { greyPixels } from '#server/kit/files/pictures.ts'
import type { Pictures } from './drawing/elements.ts'
import { layoutOf, type Layout } from './drawing/layout.ts'
import type { Picture } from './drawing/picture.ts'

export const pictureIdsOf = ({ elements }: LabelDocument): string[] => [
  ...new Set(elements.flatMap((one) => (one.type === 'picture' ? [one.pictureId] : []))),
]

/** The pictures documents show, of those the tenant has. */
export async function loadPictures(
  ctx: Ctx,
  documents: readonly LabelDocument[],
): Promise<Pictures> {
  const ids = [...new Set(documents.flatMap(pictureIdsOf))]
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: string; bytes: Buffer }>`select p.id, p.bytes
    from ${ctx.rows('labelPicture').as('p')} where p.id = any(${ids}::bigint[])`.execute(ctx.db)
  const pictures = new Map<string, Picture>()
  for (const { id, bytes } of found.rows) pictures.set(id, { id, ...(await greyPixels(bytes)) })
  return pictures
}

/** Published versions never change: each is made ready once, a few hundred of all tenants. */
const ready = new Map<string, Layout>()
const READY = 200

/** The layouts of published versions, by their ids; those the caller's tenant has not are missing. */
export async function layoutsFor(
  ctx: Ctx,
  designIds: readonly string[],
): Promise<Map<string, Layout>> {
  const keyOf = (id: string) => `${ctx.principal.tenantId} ${id}`
  const wanted = [...new Set(designIds)]
  const open = wanted.filter((id) => !ready.has(keyOf(id)))
  if (open.length > 0) {
    const found = await sql<{ id: string; document: unknown }>`select d.id, d.document
      from ${ctx.rows('labelDesign').as('d')}
      where d.id = any(${open}::bigint[]) and d.published_at is not null`.execute(ctx.db)
    const read = found.rows.map(({ id, document }) => ({
      id,
      document: labelDocument.parse(document),
    }))
    const pictures = await loadPictures(
      ctx,
      read.map(({ document }) => document),
    )
    if (ready.size + read.length > READY) ready.clear()
    for (const { id, document } of read)
      ready.set(keyOf(id), layoutOf(`design ${id}`, document, pictures))
  }
  return new Map(
    wanted.flatMap((id) => {
      const layout = ready.get(keyOf(id))
      return layout ? [[id, layout] as const] : []
    }),
  )
}
