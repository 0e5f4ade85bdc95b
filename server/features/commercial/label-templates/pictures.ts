import { sql } from 'kysely'
import {
  PICTURE_BYTES,
  PICTURES_MAX,
  type labelPictures,
} from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { drawAnew } from '#server/kit/files/pictures.ts'
import { hashOf } from '#server/kit/files/stored-contents.ts'
import { readFile, removeFilesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { fail, failFields, failMissing, Refusal } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { pictureIdsOf } from './layouts.ts'

interface Picture {
  id: string
  name: string
  width: number
  height: number
  createTime: string
}

/** Pictures are files of their own record, which goes with the templates that show it. */
const PICTURE_FILES = 'label_picture'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => /^\d{1,18}$/.test(id))
  const { rows } = await sql<{ id: string; name: string }>`select p.id, p.name
    from ${ctx.rows('labelPicture').as('p')} where p.id = any(${known}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: PICTURE_FILES,
  kinds: {},
  // Templates show their pictures to those who see templates.
  readable: async (ctx, ids) => (ctx.can('dlv:label:list') ? named(ctx, ids) : new Map()),
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})

export const listPictures = async (ctx: Ctx): Promise<Out<typeof labelPictures.pictures>> => ({
  pictures: (
    await sql<Picture>`select p.id, p.name, p.width, p.height, p.create_time
      from ${ctx.rows('labelPicture').as('p')} order by p.id desc`.execute(ctx.db)
  ).rows,
})

/** A label has 1,180 dots across at 300 dpi. */
const SIDE = 1_200

/** Drawn again before it is kept; the same picture is kept once. */
export async function addPicture(ctx: Ctx): Promise<Picture> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  if (file.bytes.length > PICTURE_BYTES)
    throw new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })
  const picture = await drawAnew(file.bytes, SIDE)
  if (!picture) failFields([{ path: 'file', code: 'labelTemplate.noPicture' }])
  const { type, width, height } = picture
  const name = file.name.slice(0, 100)
  const hash = hashOf(picture.bytes)
  return inTx(ctx, async (tx) => {
    await lockPictures(tx)
    const known = await ofHash(tx, hash)
    if (known) return known
    const counted = await sql<{ count: number }>`select count(*)::int as count
      from ${tx.rows('labelPicture').as('p')}`.execute(tx.db)
    if (counted.rows[0]!.count >= PICTURES_MAX)
      fail('labelTemplate.picturesFull', { max: PICTURES_MAX })
    const { tenantId, username } = tx.principal
    const made = await sql<Picture>`insert into label_picture (tenant_id, name, width, height, hash,
        create_by)
      values (${tenantId}, ${name}, ${width}, ${height}, ${hash}, ${username})
      returning id, name, width, height, create_time`.execute(tx.db)
    const added = made.rows[0]!
    // Drawn again by the store in the same way, so that it has this hash.
    const stored = await storeFile(tx, {
      ownerKind: PICTURE_FILES,
      ownerId: added.id,
      kind: 'picture',
      name: file.name,
      bytes: file.bytes,
      customerId: null,
      limits: { side: SIDE, bytes: PICTURE_BYTES, count: 1 },
    })
    await sql`update label_picture as p set file_id = ${stored.id}
      where ${tx.rows('labelPicture').where('p')} and p.id = ${added.id}`.execute(tx.db)
    await tx.audit('label_picture', added.id, 'add', null, { name, type, width, height })
    return added
  })
}

/** One after the other in a tenant: the same picture twice at once is one, and the limit holds. */
const lockPictures = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`label_picture:${tx.principal.tenantId}`},
    0))`.execute(tx.db)

/** Refuses a document with a picture the tenant has not; none of them is deleted meanwhile. */
export async function requirePictures(tx: Tx, document: LabelDocument): Promise<void> {
  const ids = pictureIdsOf(document)
  if (ids.length === 0) return
  await lockPictures(tx)
  const found = await sql<{ id: string }>`select p.id from ${tx.rows('labelPicture').as('p')}
    where p.id = any(${ids}::bigint[])`.execute(tx.db)
  const there = new Set(found.rows.map(({ id }) => id))
  const issues = document.elements.flatMap((element, at) =>
    element.type === 'picture' && !there.has(element.pictureId)
      ? [{ path: `document.elements.${at}.pictureId`, code: 'field.ref' as const }]
      : [],
  )
  if (issues.length > 0) failFields(issues)
}

async function ofHash(tx: Tx, hash: string): Promise<Picture | undefined> {
  const found = await sql<Picture>`select p.id, p.name, p.width, p.height, p.create_time
    from ${tx.rows('labelPicture').as('p')} where p.hash = ${hash}`.execute(tx.db)
  return found.rows[0]
}

export async function viewPicture(
  ctx: Ctx,
  { id }: In<typeof labelPictures.picture>,
): Promise<FileReply> {
  const found = await sql<{ fileId: string | null }>`select p.file_id
    from ${ctx.rows('labelPicture').as('p')} where p.id = ${id}`.execute(ctx.db)
  const { name, type, bytes } = await readFile(ctx, found.rows[0]?.fileId ?? failMissing())
  return new FileReply(name, type, bytes, { isInline: true })
}

export function dropPicture(ctx: Ctx, { id }: In<typeof labelPictures.dropPicture>): Promise<null> {
  return inTx(ctx, async (tx) => {
    await lockPictures(tx)
    const found = await sql<{ name: string }>`select p.name
      from ${tx.rows('labelPicture').as('p')} where p.id = ${id}`.execute(tx.db)
    const { name } = found.rows[0] ?? failMissing()
    const shows = JSON.stringify([{ type: 'picture', pictureId: id }])
    const used = await sql<{ name: string }>`select t.name
      from ${tx.rows('labelDesign').as('d')} join label_template t on t.tenant_id = d.tenant_id
        and t.id = d.template_id
      where d.document -> 'elements' @> ${shows}::jsonb
      limit 1`.execute(tx.db)
    const [user] = used.rows
    if (user) fail('labelTemplate.pictureUsed', { name: user.name })
    const kept = await sql<{ id: string }>`select l.id from ${tx.rows('labelLayout').as('l')}
      where l.document -> 'elements' @> ${shows}::jsonb limit 1`.execute(tx.db)
    if (kept.rows.length > 0) fail('labelTemplate.picturePrinted')
    await removeFilesOf(tx, PICTURE_FILES, id)
    await sql`delete from label_picture as p
      where ${tx.rows('labelPicture').where('p')} and p.id = ${id}`.execute(tx.db)
    await tx.audit('label_picture', id, 'delete', { name }, null)
    return null
  })
}
