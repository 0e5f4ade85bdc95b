import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../access/ctx.ts'
import type { Database } from '../db/database.ts'
import type { Refusal } from './errors.ts'
import { pgErrorKind } from '../db/pg-error.ts'

const EVERY_MS = 60_000
/**
 * More kinds of refusal than this in a minute are one line: calls from a thousand addresses must
 * not fill the disk.
 */
const KINDS_MAX = 500
const MANY = 'request.many'

interface Kind {
  tenantId: string
  userId: string | null
  username: string | null
  actorId: string | null
  actor: string | null
  ip: string
  method: string
  path: string
  outcome: string
  requestId: string
  count: number
  first: string
  last: string
}

/**
 * What is turned away before a verb sees it (a limit, a body that cannot be read) in the operation
 * log: one line a minute for an address, a call and a reason, with how often. The last minute is
 * written on the way out.
 */
export function countRefused(
  app: FastifyInstance,
  db: Database,
  log: Log,
): (request: FastifyRequest, refusal: Refusal) => void {
  let kinds = new Map<string, Kind>()
  let timer: NodeJS.Timeout | null = null
  let closing = false
  const write = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    const counted = kinds
    const rows = [...counted.values()].map((one) => [
      one.tenantId,
      one.path,
      one.userId,
      one.username,
      one.actorId,
      one.actor,
      one.ip,
      one.method,
      one.outcome,
      one.requestId,
      JSON.stringify({ count: one.count, first: one.first, last: one.last }),
    ])
    kinds = new Map()
    if (rows.length === 0) return
    try {
      await db.pool.query(
        `insert into op_log (tenant_id, log_type, content, user_id, username, actor_id, actor, ip,
            method, url, outcome, request_id, param)
        select t, 2, c, u, n, a, b, i, m, c, o, r, p
        from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[],
          $7::text[], $8::text[], $9::text[], $10::text[], $11::text[]) as x(t, c, u, n, a, b, i, m,
          o, r, p)`,
        rows[0]!.map((_, column) => rows.map((row) => row[column])),
      )
    } catch (error) {
      if (pgErrorKind(error) !== 'poolBusy' || closing)
        return log.error({ err: error, lost: rows.length }, 'refused calls')
      // Requests have all connections: these counts go with the next minute's.
      for (const [key, one] of counted) {
        const newer = kinds.get(key)
        kinds.set(key, newer ? { ...newer, count: one.count + newer.count, first: one.first } : one)
      }
      timer ??= setTimeout(() => void write(), EVERY_MS)
    }
  }
  app.addHook('onClose', () => {
    closing = true
    return write()
  })
  return (request, refusal) => {
    if (!isCounted(request, refusal)) return
    const { principal } = request
    const path = request.routeOptions.config.endpoint?.path ?? request.routeOptions.url ?? ''
    const now = new Date().toISOString()
    const own = [
      request.ip,
      request.method,
      path,
      refusal.code,
      principal?.userId,
      principal?.actor?.userId,
    ].join(' ')
    const key = kinds.has(own) || kinds.size < KINDS_MAX ? own : MANY
    const known = kinds.get(key)
    if (known) {
      known.count++
      known.last = now
    } else {
      kinds.set(key, {
        ...(key === MANY
          ? {
              tenantId: '0',
              userId: null,
              username: null,
              actorId: null,
              actor: null,
              ip: '',
              method: '',
              path: '',
              outcome: MANY,
            }
          : {
              tenantId: principal?.tenantId ?? '0',
              userId: principal?.userId ?? null,
              username: principal?.username ?? null,
              actorId: principal?.actor?.userId ?? null,
              actor: principal?.actor?.username ?? null,
              ip: request.ip,
              method: request.method,
              path,
              outcome: refusal.code,
            }),
        requestId: request.id,
        count: 1,
        first: now,
        last: now,
      })
    }
    timer ??= setTimeout(() => void write(), EVERY_MS)
  }
}

/**
 * Limits, wherever they bite; and what never came as far as the verb, which notes what it refuses
 * itself. Strangers' verbs note nothing.
 */
function isCounted(request: FastifyRequest, { http, code }: Refusal): boolean {
  if (http === 429) return true
  if (request.entered)
    return request.routeOptions.config.endpoint?.public === true && code === 'request.invalid'
  return (
    request.routeOptions.config.endpoint !== undefined &&
    (http === 400 || http === 413 || http === 415)
  )
}

declare module 'fastify' {
  /** Whether the call has come as far as its verb. */
  interface FastifyRequest {
    entered: boolean
  }
}
