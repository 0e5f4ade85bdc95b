import { sql } from 'kysely'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { analyseOrders } from './analyse-orders.ts'
import { countByStatus } from './count-by-status.ts'
import { countDrafts, countUnconfirmed } from './count-drafts.ts'
import { figuresOfToday } from './figures-of-today.ts'
import { listTodos } from './list-todos.ts'
import { depotMonitor } from './depot-monitor.ts'

schedule('dashboards.foldTally', '* * * * *', async (ctx) => {
  await sql`select shipment_tally_compact()`.execute(ctx.db)
})

/** Figures of the boards. */
export function dashboardCalls() {
  return bindEndpoints(dashboards, {
    statusCount: countByStatus,
    statusUnconfirmCount: countUnconfirmed,
    draftCount: countDrafts,
    today: figuresOfToday,
    analysis: analyseOrders,
    todos: listTodos,
    monitor: depotMonitor,
  })
}
