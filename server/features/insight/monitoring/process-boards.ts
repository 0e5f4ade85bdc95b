import { availableParallelism, cpus, freemem, hostname, loadavg, totalmem, uptime } from 'node:os'
import type { Board, monitoring } from '#contracts/insight/monitoring.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'
import { boardOf, fact, table } from './board.ts'
import {
  eventLoopDelay,
  quantile,
  routeFigures,
  samplesOf,
  sumOf,
  valueOf,
} from './process-figures.ts'
import { charts } from './samples.ts'

type Asked = In<typeof monitoring.runtime>
const ROUTES_MAX = 100

/** Heap, garbage collection and event loop of this process. */
export async function runtimeBoard(ctx: Ctx, { span }: Asked): Promise<Board> {
  const memory = process.memoryUsage()
  const delay = await eventLoopDelay()
  const collected = await samplesOf('nodejs_gc_duration_seconds')
  const kinds = [...new Set(collected.map(({ labels }) => String(labels.kind)))]
  const of = (kind: string, ending: string) =>
    collected.find(({ labels, metricName }) => labels.kind === kind && metricName?.endsWith(ending))
      ?.value ?? 0
  return boardOf({
    facts: [
      fact('version', 'text', process.version),
      fact('engine', 'text', process.versions.v8),
      fact('pid', 'text', String(process.pid)),
      fact('started', 'moment', isoAfter(-process.uptime() * 1_000)),
      fact('uptime', 'seconds', process.uptime()),
      fact('heapUsed', 'bytes', memory.heapUsed),
      fact('heapTotal', 'bytes', memory.heapTotal),
      fact('rss', 'bytes', memory.rss),
      fact('external', 'bytes', memory.external),
      fact('lagMean', 'ms', delay.mean),
      fact('lagP99', 'ms', delay.p99),
      fact('resources', 'count', process.getActiveResourcesInfo().length),
    ],
    tables: [
      table(
        'collections',
        { kind: 'text', count: 'count', total: 'ms' },
        kinds.map((kind) => ({
          kind,
          count: of(kind, '_count'),
          total: of(kind, '_sum') * 1_000,
        })),
      ),
    ],
    charts: await charts(ctx, span, ['heapUsed', 'lagP99']),
  })
}

/** Processors and memory of the machine. */
export async function systemBoard(ctx: Ctx, { span }: Asked): Promise<Board> {
  const free = freemem()
  const [one = 0, five = 0, fifteen = 0] = loadavg()
  return boardOf({
    facts: [
      fact('host', 'text', hostname()),
      fact('platform', 'text', `${process.platform} ${process.arch}`),
      fact('processors', 'count', availableParallelism()),
      fact('processor', 'text', cpus()[0]?.model ?? null),
      fact('load1', 'count', one, one > availableParallelism() * 2),
      fact('load5', 'count', five),
      fact('load15', 'count', fifteen),
      fact('memory', 'bytes', totalmem()),
      fact('memoryFree', 'bytes', free, free < totalmem() * 0.05),
      fact('machineUptime', 'seconds', uptime()),
    ],
    charts: await charts(ctx, span, ['processor', 'rss']),
  })
}

/** What this process answers: connections, rates, how long calls take. */
export async function webBoard(ctx: Ctx, { span }: Asked): Promise<Board> {
  const routes = await routeFigures()
  const all = sumOf(routes)
  return boardOf({
    facts: [
      fact('listens', 'text', `${ctx.deps.env.host}:${ctx.deps.env.port}`),
      fact('connections', 'count', await valueOf('http_connections')),
      fact('calls', 'count', all.calls),
      fact('rate', 'count', all.calls / process.uptime()),
      fact('p50', 'ms', quantile(all, 0.5)),
      fact('p95', 'ms', quantile(all, 0.95)),
      fact('refused', 'count', all.refused),
      fact('failed', 'count', all.failed, all.failed > 0),
    ],
    tables: [
      table(
        'routes',
        { route: 'text', calls: 'count', p50: 'ms', p95: 'ms', refused: 'count', failed: 'count' },
        routes
          .toSorted((a, b) => b.seconds - a.seconds)
          .slice(0, ROUTES_MAX)
          .map((one) => ({
            route: one.route,
            calls: one.calls,
            p50: quantile(one, 0.5),
            p95: quantile(one, 0.95),
            refused: one.refused,
            failed: one.failed,
          })),
      ),
    ],
    charts: await charts(ctx, span, ['calls', 'callMs', 'failed']),
  })
}
