import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { requireKind } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { lockImport } from './mending/mend-rows.ts'

/**
 * What is left of a file is given up: it is no longer among those with open errors, and nothing of
 * it is changed or taken until it is taken up again. Its rows and errors stay.
 */
export function dismissImport(
  ctx: Ctx,
  { id, dismissed }: In<typeof shipmentImports.dismiss>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    requireKind(tx, 'import', task.kind ?? DEFAULT_KIND)
    if (task.status === 'queued' || task.status === 'running') fail('import.notDone')
    if (task.takenAs !== null) fail('import.taken')
    if (task.dismissed === dismissed) return null
    await sql`update shipment_import as i
      set dismissed_at = case when ${dismissed} then now() end,
        dismissed_by = case when ${dismissed} then ${tx.principal.username} end,
        version = version + 1
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.audit('shipment_import', id, 'edit', { dismissed: task.dismissed }, { dismissed })
    return null
  })
}
