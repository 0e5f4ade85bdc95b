import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileOrder } from './reading/file-order.ts'

/** References of this batch that orders of the customer already bear. */
export async function takenReferences(
  ctx: Ctx,
  customerId: string,
  batch: readonly FileOrder[],
): Promise<Set<string>> {
  const references = batch.map((order) => order.reference).filter((reference) => reference !== '')
  const found = await sql<{
    reference: string
  }>`select reference
    from ${ctx.rows('shipment').as('s')} where s.customer_id = ${customerId}
    and s.reference = any(${references}::text[])`.execute(ctx.db)
  return new Set(found.rows.map((row) => row.reference))
}
