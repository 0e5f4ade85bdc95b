import { sql } from 'kysely'
import type { Board, monitoring } from '#contracts/insight/monitoring.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { boardOf, fact, table } from './board.ts'

/**
 * How the carriers answered the caller's tenant, or from the platform every tenant: calls,
 * failures, times, the last good answer.
 */
export async function carrierBoard(
  ctx: Ctx,
  { span }: In<typeof monitoring.carriers>,
): Promise<Board> {
  const since = span === 'hour' ? '1 hour' : '1 day'
  const isPlatform = ctx.principal.dataScope === 'platform'
  const rows = await callsOf(ctx, isPlatform, since)
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)
  return boardOf({
    // The same from every process.
    node: '',
    facts: [
      fact('calls', 'count', calls),
      fact('failedShare', 'percent', calls === 0 ? null : (failed / calls) * 100),
    ],
    tables: [
      table(
        'carriers',
        {
          ...(isPlatform ? { tenant: 'text' as const } : {}),
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

interface CallRow {
  tenant: string
  courier: string
  operation: string
  calls: number
  failed: number
  p50: number
  p95: number
  lastGood: string | null
  lastError: string | null
}

/** Of the own tenant; for the platform's people of each. */
async function callsOf(ctx: Ctx, isPlatform: boolean, since: string): Promise<CallRow[]> {
  const tenants = isPlatform ? await ctx.rows('tenant').select().select('id').execute() : []
  const each = isPlatform ? tenants.map(({ id }) => asSystem(ctx, id)) : [ctx]
  const all: CallRow[] = []
  for (const one of each) {
    const { rows } =
      await sql<CallRow>`select n.name as tenant, upper(c.courier) as courier, c.operation,
        count(*)::int as calls, count(*) filter (where c.error is not null)::int as failed,
        coalesce(percentile_disc(0.5) within group (order by c.ms), 0)::int as p50,
        coalesce(percentile_disc(0.95) within group (order by c.ms), 0)::int as p95,
        max(c.at) filter (where c.error is null) as last_good,
        (array_agg(c.error order by c.at desc) filter (where c.error is not null))[1] as last_error
      from ${one.rows('carrierCall').as('c')}
        join ${ctx.rows('tenant').as('n')} on n.id = c.tenant_id
      where c.at > now() - ${since}::interval
      group by n.id, n.name, upper(c.courier), c.operation
      order by upper(c.courier), c.operation`.execute(ctx.db)
    all.push(...rows)
  }
  return all
}
