import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

const head = { exposeHeadRoute: true }

/**
 * Live: the process answers. Ready: sign-in works — database within half a second, installation set
 * up, not stopping.
 */
export function healthRoutes(
  app: FastifyInstance,
  deps: { base: string; db: Database; draining(): boolean; ready(): boolean },
): void {
  // Who keeps a connection to us alive learns that it ends, with an answer and not with a reset.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.draining()) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.get(`${deps.base}/health/live`, head, async (_request, reply) =>
    reply.send({ status: 'live' }),
  )
  app.get(`${deps.base}/health/ready`, head, async (_request, reply) => {
    if (deps.draining()) return reply.code(503).send({ status: 'draining' })
    if (!deps.ready()) return reply.code(503).send({ status: 'starting' })
    const answered = await Promise.race([
      deps.db.pool.query('select 1').then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 500).unref()),
    ])
    return answered ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'database' })
  })
}
