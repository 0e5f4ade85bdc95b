import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { filesOf } from '#server/kit/files/stored-files.ts'

export const TRACK_FILES = 'return_track'

/** The name of a track's owner, for who handles the track. */
export async function matchedName(ctx: Ctx, customerId: string): Promise<string> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ name: string }>`select c.name
    from ${tenant.rows('customer').as('c')} where c.id = ${customerId}`.execute(ctx.db)
  return rows[0]?.name ?? ''
}

export async function photosOf(ctx: Ctx, id: string): Promise<number> {
  const files = await filesOf(ctx, TRACK_FILES, [id])
  return files.filter(({ kind }) => kind === 'photo').length
}
