import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

/** The customer a question is about: the caller's own, or for staff one of those they may see. */
export async function whoseServices(ctx: Ctx, wanted: string | null): Promise<string | null> {
  const own = ctx.principal.customerId
  if (own !== null) {
    if (wanted !== null && wanted !== own) failFields([{ path: 'customerId', code: 'field.ref' }])
    return own
  }
  if (wanted === null) return null
  const found = await sql`select 1 from ${ctx.rows('customer').as('c')}
    where c.id = ${wanted}`.execute(ctx.db)
  if (found.rows.length === 0) failFields([{ path: 'customerId', code: 'field.ref' }])
  return wanted
}
