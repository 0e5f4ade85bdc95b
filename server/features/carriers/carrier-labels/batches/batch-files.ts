import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { seenCarriers } from '../carrier-access.ts'

/** Papers of a batch, and the file its carrier is sent: that one has phones and mails whole. */
export const BATCH_FILES = 'carrier_batch'

async function named(
  ctx: Ctx,
  ids: readonly string[],
  seen: boolean,
): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select t.id, t.batch_no as name
    from ${ctx.rows('carrierBatch').as('t')} where t.id = any(${known}::bigint[])
      and (${!seen} or (${seenCarriers(ctx, 'batch', 'list')}
        and (t.kind <> 'file' or ${ctx.principal.masked !== true})))`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
offerFileOwner({
  kind: BATCH_FILES,
  kinds: { attachment: { count: Infinity } },
  readable: (ctx, ids) => named(ctx, ids, true),
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids, false)).keys()),
})
