import type { FastifyInstance } from 'fastify'
import type { Database } from './database.ts'
import type { Log } from './ctx.ts'
import type { MountDeps } from './mount.ts'

const KIND: Record<string, number> = { GET: 1, POST: 2, PUT: 3, DELETE: 4 }
const EVERY_MS = 500

/** Notes every changing call and every file taken out, a batch twice a second; other reads are not logged (the data log holds what changed). The last batch is written on the way out. */
export function keepOpLog(app: FastifyInstance, db: Database, log: Log): NonNullable<MountDeps['onDone']> {
  let waiting: unknown[][] = []
  let timer: NodeJS.Timeout | null = null
  const write = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    const columns = batch[0]?.map((_, index) => batch.map((row) => row[index])) ?? []
    try {
      await db.pool.query(`insert into op_log (tenant_id, log_type, operate_type, content, user_id, username, ip, method, url, outcome, cost_ms, request_id)
        select t, 2, k, c, u, n, i, m, l, o, ms, r from unnest($1::bigint[], $2::smallint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[], $11::text[])
          as x(t, k, c, u, n, i, m, l, o, ms, r)`, columns)
    } catch (error) {
      log.error({ err: error, lost: batch.length }, 'operation log')
    }
  }
  app.addHook('onClose', write)
  return (ctx, { endpoint, url, outcome, ms }) => {
    if ((endpoint.method === 'GET' && endpoint.reply !== 'file') || endpoint.public) return
    waiting.push([ctx.who.tenantId, KIND[endpoint.method] ?? 2, endpoint.path, ctx.who.userId, ctx.who.username, ctx.http?.ip ?? '', endpoint.method, url.split('?')[0], outcome, ms, ctx.requestId])
    timer ??= setTimeout(() => void write(), EVERY_MS)
  }
}
