import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Ctx, Log } from '../../access/ctx.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../errors.ts'
import type { MountDeps } from '../mount.ts'
import { paramText } from './op-log-param.ts'
import { pgErrorKind } from '../../db/pg-error.ts'

const EVERY_MS = 500
/**
 * More than this in half a second is not written one by one: under a flood of calls the log must
 * not be what fails.
 */
const WAITING_MAX = 5_000
const LOG = { operation: 2, exception: 4 } as const
const KIND = { query: 1, add: 2, edit: 3, delete: 4, import: 5, export: 6 } as const

interface Line {
  ctx: Ctx
  endpoint: Endpoint
  method: string
  url: string
  input: unknown
  outcome: string
  type: number
  ms: number
}

/**
 * Notes every changing call, every file taken out, and what was refused or failed; other reads are
 * not logged (the data log holds what changed). A batch twice a second, the last one on the way
 * out: the call does not wait for it.
 */
export function startOpLog(
  app: FastifyInstance,
  db: Database,
  log: Log,
): NonNullable<MountDeps['onDone']> {
  let waiting: Line[] = []
  let lost = 0
  let timer: NodeJS.Timeout | null = null
  let closing = false
  const write = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    const lines = waiting
    const rows = lines.map(rowOf)
    waiting = []
    if (lost > 0) log.warn({ lost }, 'operation log: more calls than can be noted')
    lost = 0
    if (rows.length === 0) return
    const columns = rows[0]!.map((_, index) => rows.map((row) => row[index]))
    try {
      await db.pool.query(
        `insert into op_log (tenant_id, log_type, operate_type, content, user_id, username, ip,
            method, url, outcome, cost_ms, request_id, param, actor_id, actor)
        select t, y, k, c, u, n, i, m, l, o, ms, r, p, a, b
        from unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::bigint[],
          $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int[], $12::text[],
          $13::text[], $14::bigint[], $15::text[])
          as x(t, y, k, c, u, n, i, m, l, o, ms, r, p, a, b)`,
        columns,
      )
    } catch (error) {
      if (pgErrorKind(error) === 'poolBusy' && !closing) {
        // Requests have all connections: these lines go with the next batch.
        waiting = [...lines, ...waiting]
        timer ??= setTimeout(() => void write(), EVERY_MS)
      } else log.error({ err: error, lost: rows.length }, 'operation log')
    }
  }
  app.addHook('onClose', () => {
    closing = true
    return write()
  })
  return (ctx, { endpoint, method, url, input, error, refused, ms }) => {
    const line = failureOf(endpoint, error)
    if (!line) return
    if (refused !== undefined && line.outcome === 'ok') line.outcome = refused
    if (waiting.length >= WAITING_MAX) return void lost++
    waiting.push({ ctx, endpoint, method, url, input, ms, ...line })
    timer ??= setTimeout(() => void write(), EVERY_MS)
  }
}

/**
 * Reads that also come as a POST, because what they ask for is long; other GETs with a twin change
 * something (decisions.md, "Methods").
 */
const READS = /\/(\w*list|options|query\w*|export\w*)$/i
/**
 * POSTs that only work something out, files that hold no data, and what a person sets up for
 * themselves dozens of times a day.
 */
const QUIET =
  /\/(preview\w*|quote|deliveryService\/simulate|search|nextRuns|template|importTemplate)$|^\/sys\/(userSetting|account\/picture)\/./i
const changesSomething = ({ method, also, path }: Endpoint): boolean =>
  !QUIET.test(path) &&
  (method !== 'GET' || (also !== undefined && also.length > 0 && !READS.test(path)))

/** Whether a call leaves a line when it succeeds. */
export const isNoted = (endpoint: Endpoint): boolean =>
  !endpoint.public &&
  (changesSomething(endpoint) || (endpoint.reply === 'file' && !QUIET.test(endpoint.path)))

/**
 * Whether a call is noted, and as what. A refused read is logged where the permission was missing.
 */
function failureOf(endpoint: Endpoint, error: unknown): { outcome: string; type: number } | null {
  const changes = changesSomething(endpoint)
  if (error === undefined) return isNoted(endpoint) ? { outcome: 'ok', type: LOG.operation } : null
  if (error instanceof Refusal) {
    if (endpoint.public || error.http === 401 || error.http === 429) return null
    return changes || error.http === 403 ? { outcome: error.code, type: LOG.operation } : null
  }
  const kind = pgErrorKind(error)
  if (kind === 'badValue')
    return changes && !endpoint.public ? { outcome: 'request.invalid', type: LOG.operation } : null
  return {
    outcome:
      kind === 'other' ||
      ![
        'unavailable',
        'poolBusy',
        'diskFull',
        'lockTimeout',
        'statementTimeout',
        'serialization',
      ].includes(kind)
        ? 'server.broken'
        : kind === 'diskFull'
          ? 'server.diskFull'
          : 'server.unavailable',
    type: LOG.exception,
  }
}

function rowOf({
  ctx: { principal, http, requestId },
  endpoint,
  method,
  url,
  input,
  outcome,
  type,
  ms,
}: Line): unknown[] {
  return [
    principal.tenantId,
    type,
    kindOf(endpoint, method),
    endpoint.path,
    principal.userId,
    principal.username,
    http?.ip ?? '',
    method,
    url.split('?')[0]!.slice(0, 500),
    outcome.slice(0, 100),
    ms,
    requestId,
    endpoint.secret ? null : paramText(input),
    principal.actor?.userId ?? null,
    principal.actor?.username ?? null,
  ]
}

/** What a call does, by the family's verbs; by its method for other names. */
function kindOf({ path }: Endpoint, method: string): number {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  if (/^export|manifest|download|print/i.test(verb)) return KIND.export
  if (/^import/i.test(verb)) return KIND.import
  if (/delete|remove|^clear/i.test(verb) || method === 'DELETE') return KIND.delete
  if (
    /^(edit|update|save|set|change|pause|resume|cancel|frozen|read)|edit/i.test(verb) ||
    method === 'PUT'
  )
    return KIND.edit
  return method === 'GET' ? KIND.query : KIND.add
}
