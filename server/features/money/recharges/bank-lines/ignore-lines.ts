import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { bankLines } from '#contracts/money/bank-lines.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { labelOf, lockOpenLine } from './line-row.ts'

/** Interest, own transfers, payments of others: off the worklist, with the reason. */
export function ignoreLines(
  ctx: Ctx,
  { ids, reason }: In<typeof bankLines.ignore>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const line = await lockOpenLine(tx, id)
    await sql`update bank_line as l set status = 'ignored', reason = ${reason},
        matched_by = ${tx.principal.username}, matched_at = now(), version = l.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('bankLine').where('l')} and l.id = ${id}`.execute(tx.db)
    await tx.audit('bank_line', id, 'edit', { status: line.status }, { status: 'ignored', reason })
    return labelOf(line)
  })
}
