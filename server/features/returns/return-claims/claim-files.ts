import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'

/** Proofs of a claim: its customer and who decides read them, nothing is added later. */
export const CLAIM_FILES = 'return_claim'
export const PROOF_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select c.id, c.track_label as name
    from ${ctx.rows('returnClaim').as('c')} where c.id = any(${known}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: CLAIM_FILES,
  kinds: { document: { count: 5, types: PROOF_TYPES } },
  readable: named,
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})
