import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'

/** Papers of a truck: gate stamps, letters of refusal, photos. */
export const FBA_WAYBILL_FILES = 'fba_waybill'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select w.id, w.no as name
    from ${ctx.rows('fbaWaybill').as('w')} where w.id = any(${known}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: FBA_WAYBILL_FILES,
  kinds: { document: { count: 50 } },
  readable: (ctx, ids) =>
    ctx.can('dlv:fbawaybill:list') ? named(ctx, ids) : Promise.resolve(new Map<string, string>()),
  mayChange: (ctx) => Promise.resolve(ctx.can('dlv:fbawaybill:edit')),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})
