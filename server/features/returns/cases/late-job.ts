import { sql } from 'kysely'
import { RUNNING } from '#contracts/returns/cases/cases.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { lockCase, noticeStaff } from './case-row.ts'
import { hoursOf } from './clock/case-clock.ts'
import { isOpenAt } from './clock/working-time.ts'

schedule('cases.late', '*/10 * * * *', (ctx) =>
  inEachTenant(ctx, 'late cases not announced', noticeLateCases),
)

/** Cases past their time are announced once, and only while people of their depot work. */
export async function noticeLateCases(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string; depotId: string | null }>`select c.id, c.depot_id
    from ${ctx.rows('serviceCase').as('c')}
    where c.due_at <= ${nowIso()} and c.late_noticed_at is null
      and c.status = any(${[...RUNNING]}::text[])
    order by c.due_at limit 500`.execute(ctx.db)
  const open = new Map<string | null, boolean>()
  for (const { id, depotId } of rows) {
    if (!open.has(depotId)) open.set(depotId, isOpenAt(await hoursOf(ctx, depotId), now()))
    if (!open.get(depotId)) continue
    await inTx(ctx, async (tx) => {
      const row = await lockCase(tx, id)
      if (row.lateNoticedAt !== null || row.dueAt === null || Date.parse(row.dueAt) > now()) return
      await change(tx, 'serviceCase', row, { lateNoticedAt: nowIso() })
      await noticeStaff(tx, row, 'late', `late:${id}:${row.dueAt}`)
    })
  }
}
