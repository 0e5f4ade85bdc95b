import { availableParallelism } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { sql } from 'kysely'
import type { actuator } from '#contracts/insight/monitoring.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { lastCalls } from '#server/kit/http/call-figures.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { cacheFigures } from './caches.ts'
import { volumes } from './disk.ts'
import { routeFigures, samplesOf, sumOf, valueOf } from './process-figures.ts'

type Answer<K extends keyof typeof actuator> = Promise<Out<(typeof actuator)[K]>>

export async function disks(ctx: Ctx): Answer<'disks'> {
  return (await volumes(ctx)).map(({ path, size, free, percent }) => ({
    name: path,
    max: size,
    rest: free,
    restPPT: Math.round(percent),
  }))
}

export function cacheInfo(): Answer<'cacheInfo'> {
  return Promise.resolve(
    cacheFigures().map(({ name, entries, max, hits, loads }) => ({
      key: name,
      value: String(entries),
      description: `max ${max}, hits ${hits}, loads ${loads}`,
    })),
  )
}

export function cacheSize(): Answer<'cacheSize'> {
  const dbSize = cacheFigures().reduce((sum, one) => sum + one.entries, 0)
  return Promise.resolve({ create_time: now(), dbSize })
}

/** Caches live in the process's heap: what that takes is the nearest there is. */
export function cacheMemory(): Answer<'cacheMemory'> {
  return Promise.resolve({
    used_memory: String(process.memoryUsage().heapUsed),
    create_time: now(),
  })
}

export function httptrace(): Answer<'httptrace'> {
  const traces = lastCalls().map((one) => ({
    timestamp: one.at,
    request: {
      method: one.method,
      uri: one.path,
      headers: Object.fromEntries(
        Object.entries(one.headers).map(([name, value]) => [name, [value]]),
      ),
    },
    response: { status: one.status, headers: {} },
    timeTaken: one.ms,
  }))
  return Promise.resolve({ traces })
}

type Measured = readonly (readonly [statistic: string, value: number])[]
const one = (value: number | null): Measured => [['VALUE', value ?? 0]]

/** Threads of Node's pool, next to the one that answers. */
const POOL = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/** Node's own figures under the names clients of this family ask for (wire.md §10). */
const METRICS: Readonly<Record<string, (ctx: Ctx) => Measured | Promise<Measured>>> = {
  'system.cpu.count': () => one(availableParallelism()),
  'system.cpu.usage': cpuShare,
  'process.cpu.usage': cpuShare,
  'process.start.time': () => one(now() / 1_000 - process.uptime()),
  'process.uptime': () => one(process.uptime()),
  'jvm.memory.max': () => one(getHeapStatistics().heap_size_limit),
  'jvm.memory.committed': () => one(process.memoryUsage().heapTotal),
  'jvm.memory.used': () => one(process.memoryUsage().heapUsed),
  'jvm.buffer.memory.used': () => one(process.memoryUsage().arrayBuffers),
  'jvm.buffer.count': () => one(process.getActiveResourcesInfo().length),
  'jvm.threads.daemon': () => one(POOL),
  'jvm.threads.live': () => one(1 + POOL),
  'jvm.threads.peak': () => one(1 + POOL),
  'jvm.classes.loaded': () => one(getHeapStatistics().number_of_native_contexts),
  'jvm.classes.unloaded': () => one(getHeapStatistics().number_of_detached_contexts),
  'jvm.gc.memory.allocated': () => one(getHeapStatistics().total_heap_size),
  'jvm.gc.memory.promoted': () => one(getHeapStatistics().total_physical_size),
  'jvm.gc.max.data.size': () => one(getHeapStatistics().heap_size_limit),
  'jvm.gc.live.data.size': () => one(getHeapStatistics().used_heap_size),
  'jvm.gc.pause': async () => {
    const found = await samplesOf('nodejs_gc_duration_seconds')
    const sum = (ending: string) =>
      found
        .filter(({ metricName }) => metricName?.endsWith(ending))
        .reduce((all, { value }) => all + value, 0)
    return [
      ['COUNT', sum('_count')],
      ['TOTAL_TIME', sum('_sum')],
    ]
  },
  'tomcat.sessions.created': (ctx) => sessions(ctx, 'all'),
  'tomcat.sessions.expired': (ctx) => sessions(ctx, 'expired'),
  'tomcat.sessions.active.current': (ctx) => sessions(ctx, 'active'),
  'tomcat.sessions.active.max': (ctx) => sessions(ctx, 'active'),
  'tomcat.sessions.rejected': async () => one(sumOf(await routeFigures()).refused),
  'tomcat.global.sent': async () => one(await valueOf('http_sent_bytes')),
  'tomcat.global.request.max': () =>
    one(lastCalls().reduce((most, { ms }) => Math.max(most, ms), 0) / 1_000),
  'tomcat.global.request': async () => {
    const all = sumOf(await routeFigures())
    return [
      ['COUNT', all.calls],
      ['TOTAL_TIME', all.seconds],
    ]
  },
  'tomcat.threads.current': async () => one(await valueOf('http_connections')),
  'tomcat.threads.config.max': () => one(availableParallelism()),
}

function cpuShare(): Measured {
  const { user, system } = process.cpuUsage()
  return one((user + system) / 1_000_000 / process.uptime() / availableParallelism())
}

async function sessions(ctx: Ctx, which: 'all' | 'expired' | 'active'): Promise<Measured> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sys_session s
    where ${which} = 'all' or (s.expires_at > now()) = (${which} = 'active')`.execute(
    asSystem(ctx, '0').db,
  )
  return one(rows[0]!.n)
}

export async function metric(ctx: Ctx, { name }: In<typeof actuator.metric>): Answer<'metric'> {
  const read = METRICS[name] ?? failMissing()
  const measured = await read(ctx)
  return {
    name,
    measurements: measured.map(([statistic, value]) => ({ statistic, value })),
    availableTags: [],
  }
}
