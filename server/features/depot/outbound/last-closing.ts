import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** Whether an outbound batch is closed since that moment, and was not opened again. */
export async function isLastClosing(ctx: Ctx, batchId: string, at: string): Promise<boolean> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql`select 1 from ${tenant.rows('outBatch').as('o')}
    where o.id = ${batchId} and o.closed_at = ${at}::timestamptz`.execute(ctx.db)
  return rows.length > 0
}
