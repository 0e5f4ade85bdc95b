import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { diskFull } from '#contracts/insight/monitoring.events.ts'
import type { FigureChart, Unit } from '#contracts/insight/monitoring.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { nodeName } from '#server/kit/http/call-figures.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Deps } from '#server/kit/runtime/deps.ts'
import { eventLoopDelay, routeFigures, sumOf } from './process-figures.ts'

const EVERY_MS = 60_000
const STORED_FOR = '25 hours'
const UNITS = {
  processor: 'percent',
  rss: 'bytes',
  heapUsed: 'bytes',
  lagP99: 'ms',
  calls: 'count',
  callMs: 'ms',
  failed: 'count',
  diskUsed: 'percent',
  database: 'bytes',
} as const satisfies Record<string, Unit>
export type SampleName = keyof typeof UNITS

/**
 * Writes this process's figures down once a minute, so that their course outlasts a restart, and
 * warns operators of a volume that fills up.
 */
export function startSampling(app: FastifyInstance, deps: Deps): void {
  const sample = sampler(deps)
  const timer = setInterval(() => {
    sample().catch((error: unknown) => deps.log.warn({ err: error }, 'figures not written'))
  }, EVERY_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
}

/** One round: what changed since the one before, and what is now. */
export function sampler(deps: Deps): () => Promise<void> {
  let before = { calls: 0, seconds: 0, failed: 0, cpu: process.cpuUsage(), at: performance.now() }
  return async () => {
    const all = sumOf(await routeFigures())
    const now = { ...all, cpu: process.cpuUsage(), at: performance.now() }
    const calls = now.calls - before.calls
    const cpuMs = (now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system) / 1_000
    const memory = process.memoryUsage()
    const used = await usedPercent(deps.env.dataDir)
    const ctx = jobCtx(deps, '0')
    const database = await sql<{ bytes: string }>`select
      pg_database_size(current_database())::text as bytes`.execute(ctx.db)
    const values: Record<SampleName, number | null> = {
      processor: (cpuMs / Math.max(1, now.at - before.at)) * 100,
      rss: memory.rss,
      heapUsed: memory.heapUsed,
      lagP99: (await eventLoopDelay()).p99,
      calls,
      callMs: calls === 0 ? null : ((now.seconds - before.seconds) / calls) * 1_000,
      failed: now.failed - before.failed,
      diskUsed: used,
      database: Number(database.rows[0]!.bytes),
    }
    before = now
    const known = Object.entries(values).filter(([, value]) => value !== null)
    await inTx(ctx, async (tx) => {
      await sql`insert into monitor_sample (node, name, at, value)
        select ${nodeName}, name, now(), value from unnest(${known.map(([name]) => name)}::text[],
          ${known.map(([, value]) => value)}::float8[]) as u (name, value)`.execute(tx.db)
      await sql`delete from monitor_sample where at < now() - ${STORED_FOR}::interval`.execute(
        tx.db,
      )
      const alarm = await diskAlarm(tx)
      if (used >= alarm)
        await tx.emit(diskFull, {
          node: nodeName,
          percent: Math.round(used),
          day: nowIso().slice(0, 10),
        })
    })
  }
}

/** From which share in percent a volume counts as full. */
export async function diskAlarm(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ percent: number }>`select percent from monitor_alarm`.execute(ctx.db)
  return rows[0]?.percent ?? 90
}

export async function usedPercent(path: string): Promise<number> {
  const { blocks, bavail, bfree } = await statfs(path)
  const used = blocks - bfree
  return (used / Math.max(1, used + bavail)) * 100
}

/** The course of figures of this process's machine: by minute of an hour, by quarter of a day. */
export async function charts(
  ctx: Ctx,
  span: 'hour' | 'day',
  names: readonly SampleName[],
): Promise<FigureChart[]> {
  const system = asSystem(ctx, '0')
  const step = span === 'hour' ? '1 minute' : '15 minutes'
  const since = span === 'hour' ? '1 hour' : '1 day'
  const { rows } = await sql<{
    name: SampleName
    at: string
    value: number
  }>`select s.name, date_bin(${step}::interval, s.at, '2000-01-01'::timestamptz) as at,
      avg(s.value)::float8 as value from monitor_sample s
    where s.name = any(${names}) and split_part(s.node, ':', 1) = split_part(${nodeName}, ':', 1)
      and s.at > now() - ${since}::interval
    group by 1, 2 order by 2`.execute(system.db)
  return names.map((name) => ({
    key: name,
    unit: UNITS[name],
    points: rows.filter((row) => row.name === name).map(({ at, value }) => ({ at, value })),
  }))
}
