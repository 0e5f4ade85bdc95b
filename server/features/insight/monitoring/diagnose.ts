import { sql, type RawBuilder } from 'kysely'
import type { FigureTable, monitoring, Unit } from '#contracts/insight/monitoring.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { table } from './board.ts'

type Rows = FigureTable['rows'][number]
type Question = { units: Readonly<Record<string, Unit>>; ask: RawBuilder<Rows> }

/** Words of a statement's own values are never shown: they are people's data. */
const QUESTIONS: Record<In<typeof monitoring.diagnose>['name'], Question> = {
  locks: {
    units: { waiting: 'count', holder: 'count', seconds: 'seconds', state: 'text' },
    ask: sql`select a.pid as waiting, b.pid as holder,
        extract(epoch from now() - a.query_start)::float8 as seconds, b.state
      from pg_stat_activity a cross join unnest(pg_blocking_pids(a.pid)) as h (pid)
        join pg_stat_activity b on b.pid = h.pid
      where a.datname = current_database() order by 3 desc limit 100`,
  },
  queries: {
    units: { pid: 'count', seconds: 'seconds', state: 'text', wait: 'text', application: 'text' },
    ask: sql`select a.pid, extract(epoch from now() - a.query_start)::float8 as seconds, a.state,
        concat_ws(' ', a.wait_event_type, a.wait_event) as wait, a.application_name as application
      from pg_stat_activity a where a.datname = current_database() and a.state <> 'idle'
        and a.pid <> pg_backend_pid() order by 2 desc limit 100`,
  },
  jobs: {
    units: { task: 'text', waiting: 'count', failed: 'count', oldest: 'moment' },
    ask: sql`select j.task_identifier as task, count(*)::int as waiting,
        count(*) filter (where j.attempts > 0 and j.last_error is not null)::int as failed,
        min(j.run_at) as oldest
      from graphile_worker.jobs j group by 1 order by 2 desc limit 100`,
  },
  tables: {
    units: { name: 'text', rows: 'count', dead: 'count', scans: 'count', vacuumed: 'moment' },
    ask: sql`select s.relname as name, s.n_live_tup::float8 as rows, s.n_dead_tup::float8 as dead,
        s.seq_scan::float8 as scans, greatest(s.last_vacuum, s.last_autovacuum) as vacuumed
      from pg_stat_user_tables s order by s.n_dead_tup desc limit 100`,
  },
  indexes: {
    units: { name: 'text', table: 'text', scans: 'count', bytes: 'bytes' },
    ask: sql`select s.indexrelname as name, s.relname as "table", s.idx_scan::float8 as scans,
        pg_relation_size(s.indexrelid)::float8 as bytes
      from pg_stat_user_indexes s order by s.idx_scan, 4 desc limit 100`,
  },
  connections: {
    units: { application: 'text', state: 'text', count: 'count' },
    ask: sql`select a.application_name as application, coalesce(a.state, '') as state,
        count(*)::int as count
      from pg_stat_activity a where a.datname = current_database() group by 1, 2 order by 3 desc
      limit 100`,
  },
  migrations: {
    units: { name: 'text', at: 'moment' },
    ask: sql`select m.name, m.applied_at as at from schema_migration m order by m.applied_at desc
      limit 100`,
  },
  settings: {
    units: { name: 'text', setting: 'text', unit: 'text' },
    ask: sql`select s.name, s.setting, coalesce(s.unit, '') as unit from pg_settings s
      where s.name in ('max_connections', 'shared_buffers', 'work_mem', 'wal_level', 'fsync',
        'synchronous_commit', 'statement_timeout', 'server_version', 'TimeZone', 'max_wal_size')
      order by 1`,
  },
}
const LIMIT_MS = 5_000

/** Answers one of the fixed questions, read-only and within five seconds. */
export function diagnose(ctx: Ctx, { name }: In<typeof monitoring.diagnose>): Promise<FigureTable> {
  const { units, ask } = QUESTIONS[name]
  return inTx(asSystem(ctx, '0'), async (tx) => {
    await sql`set transaction read only`.execute(tx.db)
    await sql`select set_config('statement_timeout', ${String(LIMIT_MS)}, true)`.execute(tx.db)
    return table(name, units, (await ask.execute(tx.db)).rows)
  })
}
