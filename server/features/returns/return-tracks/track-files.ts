import { sql } from 'kysely'
import { strToU8, zipSync } from 'fflate'
import type { In } from '#contracts/kit/endpoint.ts'
import { isId } from '#contracts/kit/envelope.ts'
import type { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { OPEN, RETURN } from '#contracts/returns/return-tracks.states.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner, PHOTOS } from '#server/kit/files/file-owners.ts'
import { bytesOf, filesOf } from '#server/kit/files/stored-files.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { TRACK_FILES } from './names.ts'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select t.id, t.no as name
    from ${ctx.rows('returnTrack').as('t')} where t.id = any(${known}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// Photos are the depot's, labels and papers the owner's; who sees the track sees them.
offerFileOwner({
  kind: TRACK_FILES,
  kinds: {
    photo: PHOTOS,
    label: { types: ['application/pdf'], count: 5 },
    document: { count: 10 },
  },
  readable: named,
  mayChange: async (ctx, id, kind) => {
    if (kind === 'photo') return ctx.can('ret:scan:scan') && (await isOpenTrack(ctx, id))
    return (ctx.can('ret:my:instruct') || ctx.can('ret:scan:scan')) && (await isOpenTrack(ctx, id))
  },
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
  customerOf: async (ctx, id) => {
    const { rows } = await sql<{ customerId: string | null }>`select t.customer_id
      from ${asSystem(ctx, ctx.principal.tenantId).rows('returnTrack').as('t')}
      where t.id = ${id}`.execute(ctx.db)
    return rows[0]?.customerId ?? null
  },
})

/** Until it is closed; a photo of a destroyed one may follow. */
async function isOpenTrack(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${ctx.rows('returnTrack').as('t')}
    where t.id = ${id}
      and t.state = any(${[...OPEN, RETURN.DESTROYED, RETURN.RELABELLED]}::int[])`.execute(ctx.db)
  return rows.length > 0
}

/** All photos of a track in one file. */
export async function zipPhotos(
  ctx: Ctx,
  { id }: In<typeof returnTracks.photos>,
): Promise<FileReply> {
  const no = (await named(ctx, [id])).get(id) ?? failMissing()
  const photos = (await filesOf(ctx, TRACK_FILES, [id])).filter(({ kind }) => kind === 'photo')
  const entries: Record<string, Uint8Array> = {}
  for (const [at, photo] of photos.entries())
    entries[`${no}-${at + 1}-${photo.name}`] = await bytesOf(ctx, photo)
  if (photos.length === 0) entries['empty.txt'] = strToU8('')
  return new FileReply(`${no}.zip`, 'application/zip', Buffer.from(zipSync(entries, { level: 0 })))
}
