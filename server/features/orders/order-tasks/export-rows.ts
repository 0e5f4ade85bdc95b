import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { orderTasks } from '#contracts/orders/order-tasks.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { readTask, rowColumns, withOutcome, type TaskRow } from './read-task.ts'

const BATCH = 1_000

/** The orders of a task with their results as a sheet, read part by part. */
export async function exportRows(
  ctx: Ctx,
  { id, outcome, exportFormat }: In<typeof orderTasks.exportRows>,
): Promise<FileReply> {
  const { action } = await readTask(ctx, { id })
  const t = (key: string) => translate(ctx.lang, 'order-tasks', key)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after = '0'; ;) {
      const found: { rows: TaskRow[] } = await sql<TaskRow>`select ${rowColumns}
        from ${ctx.rows('orderTaskRow').as('r')}
        where r.task_id = ${id} and ${withOutcome(outcome)} and r.shipment_id > ${after}
        order by r.shipment_id limit ${BATCH}`.execute(ctx.db)
      for (const row of found.rows)
        yield [
          row.label,
          t(`outcome.${row.ok === null ? 'open' : row.ok ? 'done' : 'refused'}`),
          row.message,
          row.code,
        ]
      if (found.rows.length < BATCH) return
      after = found.rows.at(-1)!.id
    }
  }
  return sheetReply(
    t(`action.${action}`),
    {
      columns: [
        { title: t('column.order'), width: 26 },
        { title: t('column.outcome'), width: 14 },
        { title: t('column.reason'), width: 60 },
        { title: t('column.code'), width: 26 },
      ],
      rows: rows(),
    },
    exportFormat,
  )
}
