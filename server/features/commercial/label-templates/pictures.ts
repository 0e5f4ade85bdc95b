import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PICTURES_MAX, type labelPictures } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { drawAnew } from '#server/kit/files/pictures.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { pictureIdsOf } from './layouts.ts'

interface Picture {
  id: string
  name: string
  width: number
  height: number
  createTime: string
}

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
  const picture = await drawAnew(file.bytes, SIDE)
  if (!picture) failFields([{ path: 'file', code: 'labelTemplate.noPicture' }])
  const { type, width, height, bytes } = picture
  const name = file.name.slice(0, 100)
  const hash = createHash('sha256').update(bytes).digest()
  return inTx(ctx, async (tx) => {
    await lockPictures(tx)
    const known = await ofHash(tx, hash)
    if (known) return known
    const counted = await sql<{ count: number }>`select count(*)::int as count
      from ${tx.rows('labelPicture').as('p')}`.execute(tx.db)
    if (counted.rows[0]!.count >= PICTURES_MAX)
      fail('labelTemplate.picturesFull', { max: PICTURES_MAX })
    const { tenantId, username } = tx.principal
    const made = await sql<Picture>`insert into label_picture (tenant_id, name, type, width, height,
        bytes, hash, create_by)
      values (${tenantId}, ${name}, ${type}, ${width}, ${height}, ${bytes}, ${hash}, ${username})
      returning id, name, width, height, create_time`.execute(tx.db)
    const added = made.rows[0]!
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

async function ofHash(tx: Tx, hash: Buffer): Promise<Picture | undefined> {
  const found = await sql<Picture>`select p.id, p.name, p.width, p.height, p.create_time
    from ${tx.rows('labelPicture').as('p')} where p.hash = ${hash}`.execute(tx.db)
  return found.rows[0]
}

export async function viewPicture(
  ctx: Ctx,
  { id }: In<typeof labelPictures.picture>,
): Promise<FileReply> {
  const found = await sql<{ name: string; type: string; bytes: Buffer }>`select p.name, p.type,
      p.bytes
    from ${ctx.rows('labelPicture').as('p')} where p.id = ${id}`.execute(ctx.db)
  const { name, type, bytes } = found.rows[0] ?? failMissing()
  return new FileReply(name, type, bytes, { isInline: true })
}

export function dropPicture(ctx: Ctx, { id }: In<typeof labelPictures.dropPicture>): Promise<null> {
  return inTx(ctx, async (tx) => {
    await lockPictures(tx)
    const found = await sql<{ name: string }>`select p.name
      from ${tx.rows('labelPicture').as('p')} where p.id = ${id}`.execute(tx.db)
    const { name } = found.rows[0] ?? failMissing()
    const used = await sql<{ name: string }>`select t.name
      from ${tx.rows('labelDesign').as('d')} join label_template t on t.tenant_id = d.tenant_id
        and t.id = d.template_id
      where d.document -> 'elements' @> ${JSON.stringify([{ type: 'picture', pictureId: id }])}::jsonb
      limit 1`.execute(tx.db)
    const [user] = used.rows
    if (user) fail('labelTemplate.pictureUsed', { name: user.name })
    await sql`delete from label_picture as p
      where ${tx.rows('labelPicture').where('p')} and p.id = ${id}`.execute(tx.db)
    await tx.audit('label_picture', id, 'delete', { name }, null)
    return null
  })
}
