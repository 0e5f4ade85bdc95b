import { sql } from 'kysely'
import type { Board, monitoring } from '#contracts/insight/monitoring.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { boardOf, fact, table } from './board.ts'

/** How the carriers answered the caller's tenant: calls, failures, times, the last good answer. */
export async function carrierBoard(
  ctx: Ctx,
  { span }: In<typeof monitoring.carriers>,
): Promise<Board> {
  const since = span === 'hour' ? '1 hour' : '1 day'
  const { rows } = await sql<{
    courier: string
    operation: string
    calls: number
    failed: number
    p50: number
    p95: number
    lastGood: string | null
    lastError: string | null
  }>`select c.courier, c.operation, count(*)::int as calls,
      count(*) filter (where c.error is not null)::int as failed,
      coalesce(percentile_disc(0.5) within group (order by c.ms), 0)::int as p50,
      coalesce(percentile_disc(0.95) within group (order by c.ms), 0)::int as p95,
      max(c.at) filter (where c.error is null) as last_good,
      (array_agg(c.error order by c.at desc) filter (where c.error is not null))[1] as last_error
    from ${ctx.rows('carrierCall').as('c')} where c.at > now() - ${since}::interval
    group by 1, 2 order by 1, 2`.execute(ctx.db)
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)
  return boardOf({
    facts: [
      fact('calls', 'count', calls),
      fact('failedShare', 'percent', calls === 0 ? null : (failed / calls) * 100),
    ],
    tables: [
      table(
        'carriers',
        {
          courier: 'text',
          operation: 'text',
          calls: 'count',
          failed: 'count',
          p50: 'ms',
          p95: 'ms',
          lastGood: 'moment',
          lastError: 'text',
        },
        rows.map((row) => ({ ...row, alarm: row.failed * 2 >= row.calls ? 1 : 0 })),
      ),
    ],
  })
}
