import { sql } from 'kysely'
import { dashboards } from '#contracts/dashboards.ts'
import { feature } from '#server/kit/feature.ts'
import { schedule } from '#server/kit/jobs.ts'
import { countByStatus } from './count-by-status.ts'
import { figuresOfToday } from './figures-of-today.ts'

schedule('dashboards.foldTally', '* * * * *', async (ctx) => {
  await sql`select shipment_tally_fold()`.execute(ctx.db)
})

/** Figures of the status board. */
export function dashboardCalls() {
  return feature(dashboards, { statusCount: countByStatus, today: figuresOfToday })
}
