import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import type { Board, monitoring } from '#contracts/insight/monitoring.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { boardOf, fact, table } from './board.ts'
import { charts, diskAlarm, usedPercent } from './samples.ts'

const TABLES_MAX = 30

export interface Volume {
  name: string
  path: string
  size: number
  free: number
  percent: number
}

/** The volumes this process writes to. */
export async function volumes(ctx: Ctx): Promise<Volume[]> {
  const paths = { data: ctx.deps.env.dataDir, temporary: tmpdir() }
  return Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const { bsize, blocks, bavail } = await statfs(path)
      return {
        name,
        path,
        size: blocks * bsize,
        free: bavail * bsize,
        percent: await usedPercent(path),
      }
    }),
  )
}

/** Volumes, database, files, and how fast they grow. */
export async function diskBoard(ctx: Ctx, { span }: In<typeof monitoring.disk>): Promise<Board> {
  const system = asSystem(ctx, '0')
  const alarm = await diskAlarm(system)
  const sizes = await sql<{ database: string; files: string; growth: string | null }>`select
      pg_database_size(current_database())::text as database,
      (select coalesce(sum(u.bytes), 0) from stored_usage u)::text as files,
      (pg_database_size(current_database()) - (select s.value from monitor_sample s
        where s.name = 'database' and s.at > now() - interval '25 hours' order by s.at limit 1)
      )::text as growth`.execute(system.db)
  const largest = await sql<{ name: string; rows: string; bytes: string }>`select c.relname as name,
      greatest(c.reltuples, 0)::bigint::text as rows, pg_total_relation_size(c.oid)::text as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
    order by pg_total_relation_size(c.oid) desc limit ${TABLES_MAX}`.execute(system.db)
  const [size] = sizes.rows
  return boardOf({
    facts: [
      fact('database', 'bytes', Number(size!.database)),
      fact('files', 'bytes', Number(size!.files)),
      fact('growth', 'bytes', size!.growth === null ? null : Number(size!.growth)),
      fact('alarm', 'percent', alarm),
    ],
    tables: [
      table(
        'volumes',
        { name: 'text', path: 'text', size: 'bytes', free: 'bytes', percent: 'percent' },
        (await volumes(ctx)).map((one) => ({ ...one, alarm: one.percent >= alarm ? 1 : 0 })),
      ),
      table(
        'tables',
        { name: 'text', rows: 'count', bytes: 'bytes' },
        largest.rows.map(({ name, rows, bytes }) => ({
          name,
          rows: Number(rows),
          bytes: Number(bytes),
        })),
      ),
    ],
    charts: await charts(ctx, span, ['diskUsed', 'database']),
  })
}

export async function setDiskAlarm(
  ctx: Ctx,
  { percent }: In<typeof monitoring.setDiskAlarm>,
): Promise<null> {
  await inTx(asSystem(ctx, '0'), async (tx) => {
    const before = await diskAlarm(tx)
    await sql`insert into monitor_alarm (percent) values (${percent})
      on conflict (one) do update set percent = excluded.percent`.execute(tx.db)
    await tx.audit('monitor_alarm', '1', 'edit', { percent: before }, { percent })
  })
  return null
}
