import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { isStaff } from '../case-row.ts'
import { casesOfNotes, existingNotes } from './notes.ts'

export const COMMENT_FILES_OF = 'case_comment'
export const NOTE_FILES_OF = 'case_note'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select m.id, c.no as name
    from ${ctx.rows('caseComment').as('m')}
      join ${ctx.rows('serviceCase').as('c')} on c.id = m.case_id
    where m.id = any(${known}::bigint[])
      and (${isStaff(ctx)} or 'customer' = any(m.readers))`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// Files come with what is written, and nothing is added to it later; staff takes them out.
offerFileOwner({
  kind: COMMENT_FILES_OF,
  kinds: { attachment: { count: 50 } },
  readable: named,
  mayChange: (ctx) => Promise.resolve(ctx.can('ret:case:handle')),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
  customerOf: async (ctx, id) => {
    const { rows } = await sql<{ customerId: string | null }>`select
        case when 'customer' = any(m.readers) then c.customer_id end as customer_id
      from ${asSystem(ctx, ctx.principal.tenantId).rows('caseComment').as('m')}
        join service_case c on c.tenant_id = m.tenant_id and c.id = m.case_id
      where m.id = ${id}`.execute(ctx.db)
    return rows[0]?.customerId ?? null
  },
})

// Those of internal comments are for those who read the comments.
offerFileOwner({
  kind: NOTE_FILES_OF,
  kinds: { attachment: { count: 50 } },
  readable: (ctx, ids) =>
    casesOfNotes(
      ctx,
      ids.filter((id) => isId(id)),
    ),
  mayChange: (ctx) => Promise.resolve(ctx.can('ret:case:handle')),
  existing: (ctx, ids) =>
    existingNotes(
      ctx,
      ids.filter((id) => isId(id)),
    ),
  customerOf: () => Promise.resolve(null),
})
