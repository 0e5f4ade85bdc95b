import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'

/** Contracts and price sheets of a supplier: for those who see it. */
const SUPPLIER_FILES = 'supplier'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select s.id, s.name
    from ${ctx.rows('supplier').as('s')} where s.id = any(${known}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: SUPPLIER_FILES,
  kinds: { document: { count: 50 } },
  readable: (ctx, ids) =>
    ctx.can('dlv:supplier:list') ? named(ctx, ids) : Promise.resolve(new Map<string, string>()),
  mayChange: (ctx) => Promise.resolve(ctx.can('dlv:supplier:edit')),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})
