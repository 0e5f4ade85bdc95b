import { isId } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { seenCondition } from './require-seen.ts'

/** Box labels belong to the order: who sees it reads them, its calls change them. */
export const FBA_FILES = 'fba_order'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select f.id, f.serial_number as name
    from ${ctx.rows('fbaOrder').as('f')} where f.id = any(${known}::bigint[])
      and ${seenCondition(ctx, 'f.id')}`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: FBA_FILES,
  kinds: {},
  readable: named,
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})
