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
  /** So many of its own class are under way whatever else is: no class stands still. */
  own: number
  waiting: number
  /** How long one may wait; a client asks again sooner than it would be served. */
  ms: number
}

export type Limits = Record<CallClass, Limit>
/** Of one process with twenty connections to its database. */
const LIMITS: Limits = {
  first: { running: 20, own: 8, waiting: 400, ms: 3_000 },
  normal: { running: 12, own: 3, waiting: 100, ms: 2_000 },
  last: { running: 6, own: 2, waiting: 50, ms: 1_000 },
}
const RETRY_AFTER = 2
/** A process that is this late answers only what comes first. */
const LATE_MS = 1_500

const SCAN = /:scan$/
/** Handhelds sign in and scan there. */
const HANDHELD = /^\/api\/(v1\/auth|dms)\//
const LIST = /\/\w*list\w*$/i

export function classOf({ rate, reply, method, path, perm }: Endpoint): CallClass {
  const perms = typeof perm === 'string' ? [perm] : (perm ?? [])
  if (rate === 'login') return 'first'
  if (rate === 'heavy' || reply === 'file') return 'last'
  if (method === 'GET') return LIST.test(path) ? 'last' : 'normal'
  return perms.some((one) => SCAN.test(one)) || HANDHELD.test(path) ? 'first' : 'normal'
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
  const taken = new WeakMap<FastifyRequest, CallClass>()
  const own: Record<CallClass, number> = { first: 0, normal: 0, last: 0 }
  let running = 0
  const isFree = (of: CallClass) => running < limits[of].running || own[of] < limits[of].own
  const take = (of: CallClass) => {
    running++
    own[of]++
  }

  const enter = (of: CallClass): Promise<boolean> | boolean => {
    const { waiting, ms } = limits[of]
    if (isFree(of)) {
      take(of)
      return true
    }
    const queue = queues[of]
    if (queue.length >= waiting) return false
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(late)
        take(of)
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
    const had = taken.get(request)
    if (!had) return
    taken.delete(request)
    running--
    own[had]--
    for (const of of CLASSES) while (isFree(of) && queues[of][0]) queues[of].shift()!()
  }

  // Once the body is there: who sends it slowly, or hangs up while waiting, holds no place.
  app.addHook('preValidation', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const of = classOf(endpoint)
    if (!(await enter(of))) throw busy()
    taken.set(request, of)
    if (reply.raw.closed || reply.raw.destroyed) leave(request)
    // An answer that is passed through from elsewhere is over with its connection.
    else reply.raw.once('close', () => reply.sent && leave(request))
  })
  // A slow reader holds no place: its answer is made.
  app.addHook('onSend', async (request) => leave(request))
  app.addHook('onResponse', async (request) => leave(request))
}
