import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { lockImport } from '../mending/mend-rows.ts'
import { chooseMapping, layoutIn, type Layout } from './choose-mapping.ts'
import { readFileSheet } from './read-file.ts'

/**
 * Reads a dry run's file as the user chose; it then waits for its columns. A choice by which the file
 * is no table is refused, and nothing is changed.
 */
export async function rereadImport(
  ctx: Ctx,
  { id, ...reading }: In<typeof shipmentImports.reread>,
): Promise<null> {
  const found = await sql<{
    file: Buffer
    fileName: string
    layout: Layout | null
  }>`select i.file, i.file_name, i.layout
    from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
  const { file, fileName, layout } = found.rows[0] ?? failMissing()
  // Before the row is locked: a large file takes its time.
  const sheet = await readFileSheet(file, fileName, reading)
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    if (!task.dryRun || task.status === 'queued' || task.status === 'running')
      fail('import.notMappable')
    if (task.takenAs !== null) fail('import.taken')
    if (task.dismissed) fail('import.dismissed')
    const { mapping } = await chooseMapping(tx, sheet, { ...task, sender: task.createBy })
    await sql`delete from shipment_import_error as e
      where ${tx.rows('shipmentImportError').where('e')} and e.import_id = ${id}`.execute(tx.db)
    await sql`delete from shipment_import_row as r
      where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${id}`.execute(tx.db)
    await sql`update shipment_import as i
      set status = 'mapping', reading = ${JSON.stringify(reading)}::jsonb,
        mapping = ${JSON.stringify(mapping)}::jsonb,
        layout = ${JSON.stringify(layoutIn(sheet, layout?.kinds ?? []))}::jsonb,
        total = 0, done = 0, accepted = 0, refused = 0, warned = 0, totals = '[]',
        failure = null, failure_data = null, finished_at = null
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.audit('shipment_import', id, 'edit', null, { reading })
    return null
  })
}
