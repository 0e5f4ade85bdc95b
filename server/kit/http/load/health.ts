import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { DiskWatch } from './disk-watch.ts'

const head = { exposeHeadRoute: true }
const PROBE_MS = 500

/**
 * Live: the process answers. Ready: sign-in works — database within half a second on a connection
 * of its own, so that a busy server is not taken for a broken one; room on the disk, installation
 * set up, not stopping.
 */
export function healthRoutes(
  app: FastifyInstance,
  deps: {
    base: string
    url: string
    disk: Pick<DiskWatch, 'full'>
    draining(): boolean
    ready(): boolean
  },
): void {
  // Who keeps a connection to us alive learns that it ends, with an answer and not with a reset.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.draining()) void reply.header('connection', 'close')
    done(null, payload)
  })
  const answers = prober(app, deps.url)
  app.get(`${deps.base}/health/live`, head, async (_request, reply) =>
    reply.send({ status: 'live' }),
  )
  app.get(`${deps.base}/health/ready`, head, async (_request, reply) => {
    const no = (status: string) => reply.code(503).send({ status })
    if (deps.draining()) return no('draining')
    if (!deps.ready()) return no('starting')
    if (!(await within(answers()))) return no('database')
    if (await within(deps.disk.full())) return no('disk')
    return reply.send({ status: 'ready' })
  })
}

/** Asks the database; who asks meanwhile gets the same answer. */
function prober(app: FastifyInstance, url: string): () => Promise<boolean> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'parcelyard health',
    max: 1,
    connectionTimeoutMillis: 2 * PROBE_MS,
    query_timeout: 2 * PROBE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  })
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})
  app.addHook('onClose', () => pool.end())
  let asked: Promise<boolean> | null = null
  return () =>
    (asked ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = null)))
}

/** False where there is no answer in time. */
async function within(answer: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), PROBE_MS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
