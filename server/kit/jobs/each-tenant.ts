import { sql } from 'kysely'
import { asSystem, type Ctx } from '../access/ctx.ts'

/**
 * Does `work` in every tenant that is in use, one after another, as the system; one that fails does
 * not stop the others. `failed` is the line of the log for it.
 */
export async function inEachTenant(
  ctx: Ctx,
  failed: string,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const tenants = await sql<{ id: string }>`select t.id from tenant t where t.status = 1
    order by t.id`.execute(ctx.db)
  for (const { id } of tenants.rows)
    try {
      await work(asSystem(ctx, id))
    } catch (error) {
      ctx.log.error({ err: error, tenantId: id }, failed)
    }
}
