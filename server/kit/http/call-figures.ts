import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isoAfter } from '../runtime/clock.ts'
import { accessOf } from '#contracts/kit/endpoint.ts'

/** One answered call: no query, no body, and of the headers those of an allow-list. */
export interface CallTrace {
  id: string
  at: string
  method: string
  path: string
  route: string
  status: number
  ms: number
  username: string | null
  tenantId: string | null
  ip: string
  requestId: string
  headers: Record<string, string>
}

const TRACES_MAX = 1_000
const HEADERS = ['accept', 'accept-language', 'client_lang', 'content-length', 'content-type']
/** Paths that no route serves are one series: scanners would make series without end. */
const UNMATCHED = 'unmatched'
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Of this process: its name among several nodes. */
export const nodeName = `${hostname()}:${process.pid}`
export const figures = new Registry()
const traces: CallTrace[] = []
/** How many calls were answered, and what closed connections had sent. */
const totals = { answered: 0, sent: 0 }

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Seconds until a call was answered, by route and class of status',
  labelNames: ['route', 'status'],
  buckets: SECONDS,
  registers: [figures],
})
const open = new Set<Socket>()
new Gauge({
  name: 'http_connections',
  help: 'Open connections of this process',
  registers: [figures],
  collect() {
    this.set(open.size)
  },
})
new Gauge({
  name: 'http_sent_bytes',
  help: 'Bytes sent since the process started',
  registers: [figures],
  collect() {
    this.set([...open].reduce((sum, socket) => sum + socket.bytesWritten, totals.sent))
  },
})

/** Counts every answer, and has the last ones at hand; both last as long as the process. */
export function countCalls(app: FastifyInstance): void {
  if (figures.getSingleMetric('process_cpu_seconds_total') === undefined)
    collectDefaultMetrics({ register: figures })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request)
    durations.observe(
      { route, status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1_000,
    )
    // Files of the pages would push the calls out.
    if (route !== UNMATCHED && !request.routeOptions.config?.endpoint) return done()
    note({
      id: String(++totals.answered),
      at: isoAfter(-reply.elapsedTime),
      method: request.method,
      path: shownPath(request, route),
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      username: request.principal?.username || null,
      tenantId: request.principal?.tenantId ?? null,
      ip: request.ip,
      requestId: request.id,
      headers: Object.fromEntries(
        HEADERS.flatMap((name) => {
          const value = request.headers[name]
          return typeof value === 'string' ? [[name, value.slice(0, 200)]] : []
        }),
      ),
    })
    done()
  })
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      totals.sent += socket.bytesWritten
    })
  })
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? UNMATCHED

/** Public paths carry tokens of links, so of those the route is shown. */
function shownPath(request: FastifyRequest, route: string): string {
  const endpoint = request.routeOptions.config?.endpoint
  if (endpoint && accessOf(endpoint) === 'public') return route
  return request.url.split('?', 1)[0]!.slice(0, 300)
}

function note(trace: CallTrace): void {
  traces.push(trace)
  if (traces.length > TRACES_MAX) traces.shift()
}

/** The last calls of this process, the latest first. */
export const lastCalls = (): readonly CallTrace[] => traces.toReversed()
