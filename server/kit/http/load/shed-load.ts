import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { Refusal } from '../errors.ts'

/** Scans and sign-ins; people's single steps; lists, files and what goes through whole tables. */
const CLASSES = ['first', 'normal', 'last'] as const
type CallClass = (typeof CLASSES)[number]

interface Limit {
  /** Calls under way of all classes at which this one waits: what is left is for those before it. */
  running: number
  waiting: number
  /** How long one may wait; a client asks again sooner than it would be served. */
  ms: number
}

export type Limits = Record<CallClass, Limit>
/** Of one process with twenty connections to its database. */
const LIMITS: Limits = {
  first: { running: 20, waiting: 400, ms: 3_000 },
  normal: { running: 12, waiting: 100, ms: 2_000 },
  last: { running: 6, waiting: 50, ms: 1_000 },
}
const RETRY_AFTER = 2
/** A process that is this late answers only what comes first. */
const LATE_MS = 1_500

const SCAN = /:scan$/
const LIST = /\/\w*list\w*$/i

export function classOf({ rate, reply, method, path, perm }: Endpoint): CallClass {
  const perms = typeof perm === 'string' ? [perm] : (perm ?? [])
  if (rate === 'login' || perms.some((one) => SCAN.test(one)) || path.startsWith('/api/'))
    return 'first'
  if (rate === 'heavy' || reply === 'file') return 'last'
  return method === 'GET' && LIST.test(path) ? 'last' : 'normal'
}

const busy = () =>
  new Refusal('server.busy', { body: CODES.unavailable, http: 503, retryAfter: RETRY_AFTER })

/** Suites of one process hold each other up: there nothing is refused for a late event loop. */
export async function limitLoad(
  app: FastifyInstance,
  on: { pressure: boolean; queue: boolean },
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: on.pressure ? LATE_MS : 0,
    maxEventLoopUtilization: 0,
    exposeStatusRoute: false,
    pressureHandler: async (request) => {
      const { endpoint } = request.routeOptions.config
      if (endpoint && classOf(endpoint) !== 'first') throw busy()
    },
  })
  if (on.queue) shedLoad(app)
}

/**
 * So many calls are under way at once; others wait in a short queue, scans and sign-ins first, and
 * beyond it are refused at once with 503 and Retry-After: what is accepted is answered in time.
 */
export function shedLoad(app: FastifyInstance, limits: Limits = LIMITS): void {
  const queues: Record<CallClass, (() => void)[]> = { first: [], normal: [], last: [] }
  const taken = new WeakSet<FastifyRequest>()
  let running = 0

  const enter = (of: CallClass): Promise<boolean> | boolean => {
    const { running: most, waiting, ms } = limits[of]
    if (running < most) return ++running > 0
    const queue = queues[of]
    if (queue.length >= waiting) return false
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(late)
        running++
        resolve(true)
      }
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(go), 1)
        resolve(false)
      }, ms)
      queue.push(go)
    })
  }
  const leave = (request: FastifyRequest) => {
    if (!taken.delete(request)) return
    running--
    for (const of of CLASSES)
      while (running < limits[of].running && queues[of][0]) queues[of].shift()!()
  }

  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    if (!(await enter(classOf(endpoint)))) throw busy()
    taken.add(request)
  })
  // A slow reader holds no place: its answer is made.
  app.addHook('onSend', async (request) => leave(request))
  app.addHook('onResponse', async (request) => leave(request))
}
