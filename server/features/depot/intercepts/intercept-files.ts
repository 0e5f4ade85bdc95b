import { sql } from 'kysely'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { isId } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner, PHOTOS } from '#server/kit/files/file-owners.ts'

export const INTERCEPT_FILES = 'intercept'

interface Row {
  id: string
  no: string
  status: string
}
async function found(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<Row>`select i.id, i.no, i.status
    from ${ctx.rows('intercept').as('i')} where i.id = any(${known}::bigint[])`.execute(ctx.db)
  return rows
}

// How a parcel that lies apart looks; added to until it is released.
offerFileOwner({
  kind: INTERCEPT_FILES,
  kinds: { photo: PHOTOS },
  readable: async (ctx, ids) =>
    new Map(
      ctx.can('wh:intercept:list') || ctx.can('wh:in:scan')
        ? (await found(ctx, ids)).map(({ id, no }) => [id, no])
        : [],
    ),
  mayChange: async (ctx, id) =>
    ctx.can('wh:in:scan') &&
    (await found(ctx, [id])).some(({ status }) => status !== INTERCEPT.released),
  existing: async (ctx, ids) => new Set((await found(ctx, ids)).map(({ id }) => id)),
})
