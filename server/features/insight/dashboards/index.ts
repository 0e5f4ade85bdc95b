import { sql } from 'kysely'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { feature } from '#server/kit/http/feature.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { analyseOrders } from './analyse-orders.ts'
import { countByStatus } from './count-by-status.ts'
import { countUnconfirmed } from './count-unconfirmed.ts'
import { figuresOfToday } from './figures-of-today.ts'
import { listTodos } from './list-todos.ts'
import { watchDepots } from './watch-depots.ts'

schedule('dashboards.foldTally', '* * * * *', async (ctx) => {
  await sql`select shipment_tally_fold()`.execute(ctx.db)
})

/** Figures of the boards. */
export function dashboardCalls() {
  return feature(dashboards, {
    statusCount: countByStatus,
    statusUnconfirmCount: countUnconfirmed,
    today: figuresOfToday,
    analysis: analyseOrders,
    todos: listTodos,
    monitor: watchDepots,
  })
}
