import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { Refusal } from '../errors.ts'
import { byCaller } from '../rate-limits.ts'

/** Scans and sign-ins; people's single steps; lists, files and what goes through whole tables. */
const CLASSES = ['first', 'normal', 'last'] as const
type CallClass = (typeof CLASSES)[number]

interface Limit {
  /** Calls under way of all classes at which this one waits: what is left is for those before it. */
  running: number
  /** So many of its own class are under way whatever else is: no class stands still. */
  own: number
  /** So many of them are one person's, key's or address's at most; of those waiting, half. */
  each: number
  waiting: number
  /** How long one may wait; a client asks again sooner than it would be served. */
  ms: number
}

export type Limits = Record<CallClass, Limit>
/** Of one process with twenty connections to its database. */
const LIMITS: Limits = {
  first: { running: 20, own: 8, each: 12, waiting: 400, ms: 3_000 },
  normal: { running: 12, own: 3, each: 8, waiting: 100, ms: 2_000 },
  last: { running: 6, own: 2, each: 4, waiting: 50, ms: 1_000 },
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

interface Waiting {
  caller: string
  go(): void
}
const emptyClass = () => ({
  running: 0,
  held: new Map<string, number>(),
  queue: [] as Waiting[],
})

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
 * Within a class a place goes to the caller who has fewest, and never all of them to one.
 */
export function shedLoad(app: FastifyInstance, limits: Limits = LIMITS): void {
  const classes = { first: emptyClass(), normal: emptyClass(), last: emptyClass() }
  const taken = new WeakMap<FastifyRequest, { of: CallClass; caller: string }>()
  let running = 0
  const isFree = (of: CallClass) =>
    running < limits[of].running || classes[of].running < limits[of].own
  const held = (of: CallClass, caller: string) => classes[of].held.get(caller) ?? 0
  const take = (of: CallClass, caller: string) => {
    running++
    classes[of].running++
    classes[of].held.set(caller, held(of, caller) + 1)
  }
  /** Who waits next: of the callers with room left, the first of those who have fewest places. */
  const nextOf = (of: CallClass): Waiting | null => {
    let least: Waiting | null = null
    for (const one of classes[of].queue)
      if (held(of, one.caller) < (least ? held(of, least.caller) : limits[of].each)) least = one
    return least
  }

  const enter = (of: CallClass, caller: string): Promise<boolean> | boolean => {
    const { waiting, ms, each } = limits[of]
    if (isFree(of) && held(of, caller) < each) {
      take(of, caller)
      return true
    }
    const { queue } = classes[of]
    const same = queue.filter((one) => one.caller === caller).length
    if (queue.length >= waiting || same >= Math.ceil(waiting / 2)) return false
    return new Promise((resolve) => {
      const end = (goes: boolean) => {
        clearTimeout(late)
        queue.splice(queue.indexOf(one), 1)
        if (goes) take(of, caller)
        resolve(goes)
      }
      const one: Waiting = { caller, go: () => end(true) }
      const late = setTimeout(() => end(false), ms)
      queue.push(one)
    })
  }
  const leave = (request: FastifyRequest) => {
    const had = taken.get(request)
    if (!had) return
    taken.delete(request)
    const { of, caller } = had
    running--
    classes[of].running--
    const rest = held(of, caller) - 1
    if (rest > 0) classes[of].held.set(caller, rest)
    else classes[of].held.delete(caller)
    for (const one of CLASSES)
      for (let next = nextOf(one); next && isFree(one); next = nextOf(one)) next.go()
  }

  // Once the body is there: who sends it slowly, or hangs up while waiting, holds no place.
  app.addHook('preValidation', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const of = classOf(endpoint)
    const caller = byCaller(request)
    if (!(await enter(of, caller))) throw busy()
    taken.set(request, { of, caller })
    if (reply.raw.closed || reply.raw.destroyed) leave(request)
    // An answer that is passed through from elsewhere is over with its connection.
    else reply.raw.once('close', () => reply.sent && leave(request))
  })
  // A slow reader holds no place: its answer is made.
  app.addHook('onSend', async (request) => leave(request))
  app.addHook('onResponse', async (request) => leave(request))
}
