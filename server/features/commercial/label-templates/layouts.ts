import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { labelDocument } from '#contracts/commercial/labels/document.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { greyPixels } from '#server/kit/files/pictures.ts'
import { bytesOf } from '#server/kit/files/stored-files.ts'
import type { Pictures } from './drawing/elements.ts'
import { layoutOf, type Layout } from './drawing/layout.ts'
import type { Picture } from './drawing/picture.ts'
import { sizeNamed } from './designs.ts'

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
  const found = await sql<{ id: string; hash: string }>`select p.id, p.hash
    from ${ctx.rows('labelPicture').as('p')} where p.id = any(${ids}::bigint[])`.execute(ctx.db)
  const pictures = new Map<string, Picture>()
  for (const { id, hash } of found.rows)
    pictures.set(id, { id, ...(await greyPixels(await bytesOf(ctx, { hash }))) })
  return pictures
}

/** What never changes is made ready once, a few hundred of all tenants. */
const ready = new Map<string, Layout>()
const READY = 200

interface Read {
  id: string
  document: unknown
  builtIn: string | null
}

/** The layouts of published versions, by their ids; those the caller's tenant has not are missing. */
export const layoutsFor = (ctx: Ctx, designIds: readonly string[]): Promise<Map<string, Layout>> =>
  readied(ctx, 'design', designIds, async (open) => {
    const found = await sql<Read>`select d.id, d.document, null as built_in
      from ${ctx.rows('labelDesign').as('d')}
      where d.id = any(${open}::bigint[]) and d.published_at is not null`.execute(ctx.db)
    return found.rows
  })

/** The layouts labels were made by (`keepLayouts`), by their ids. */
export const keptLayouts = (ctx: Ctx, ids: readonly string[]): Promise<Map<string, Layout>> =>
  readied(ctx, 'kept', ids, async (open) => {
    const found = await sql<Read>`select l.id, l.document, l.built_in
      from ${ctx.rows('labelLayout').as('l')} where l.id = any(${open}::bigint[])`.execute(ctx.db)
    return found.rows
  })

async function readied(
  ctx: Ctx,
  kind: 'design' | 'kept',
  ids: readonly string[],
  read: (open: readonly string[]) => Promise<readonly Read[]>,
): Promise<Map<string, Layout>> {
  const keyOf = (id: string) => `${ctx.principal.tenantId} ${kind} ${id}`
  const wanted = [...new Set(ids)]
  const open = wanted.filter((id) => !ready.has(keyOf(id)))
  if (open.length > 0) {
    const found = (await read(open)).map(({ id, document, builtIn }) => ({
      id,
      document: labelDocument.parse(document),
      size: builtIn === null ? null : sizeNamed(builtIn),
    }))
    const pictures = await loadPictures(
      ctx,
      found.map(({ document }) => document),
    )
    if (ready.size + found.length > READY) ready.clear()
    for (const { id, document, size } of found)
      ready.set(keyOf(id), layoutOf(`${kind} ${id}`, document, pictures, size))
  }
  return new Map(
    wanted.flatMap((id) => {
      const layout = ready.get(keyOf(id))
      return layout ? [[id, layout] as const] : []
    }),
  )
}

const hashes = new WeakMap<Layout, Buffer>()
function hashOf(layout: Layout): Buffer {
  const known = hashes.get(layout)
  if (known) return known
  const made = createHash('sha256').update(JSON.stringify(layout.document)).digest()
  hashes.set(layout, made)
  return made
}

/**
 * Keeps what labels are made by, each document once: a template may be changed and deleted later.
 * Answers the ids, in the order given.
 */
export async function keepLayouts(tx: Tx, layouts: readonly Layout[]): Promise<string[]> {
  const byHash = new Map(layouts.map((layout) => [hashOf(layout).toString('hex'), layout]))
  const hexes = [...byHash.keys()].toSorted()
  const known = async (): Promise<Map<string, string>> => {
    const found = await sql<{ id: string; hash: string }>`select l.id, encode(l.hash, 'hex') as hash
      from ${tx.rows('labelLayout').as('l')}
      where l.hash = any(array(select decode(x.hex, 'hex')
        from unnest(${hexes}::text[]) as x(hex)))`.execute(tx.db)
    return new Map(found.rows.map(({ id, hash }) => [hash, id]))
  }
  let ids = await known()
  const fresh = hexes.filter((hex) => !ids.has(hex))
  if (fresh.length > 0) {
    const of = fresh.map((hex) => byHash.get(hex)!)
    await sql`insert into label_layout (tenant_id, hash, document, built_in)
      select ${tx.principal.tenantId}, decode(x.hex, 'hex'), x.document::jsonb, x.built_in
      from unnest(${fresh}::text[], ${of.map(({ document }) => JSON.stringify(document))}::text[],
        ${of.map(({ builtIn }) => builtIn)}::text[]) as x(hex, document, built_in)
      on conflict (tenant_id, hash) do nothing`.execute(tx.db)
    ids = await known()
  }
  return layouts.map((layout) => ids.get(hashOf(layout).toString('hex'))!)
}
