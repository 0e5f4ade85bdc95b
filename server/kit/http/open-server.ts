import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { wantsSocket } from './socket-paths.ts'
import type { Env } from '../runtime/env.ts'
import { answerUnreadable } from './error-answers.ts'
import { ownSchemas } from './json-body.ts'

/** A server with its limits, and nothing it answers yet. */
export function openServer(env: Env, log: Logger): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 1_000,
    // How late a slow sender is found out, in addition to the limits; Node's own is half a
    // minute.
    http: {
      connectionsCheckingInterval: 2_000,
      headersTimeout: 10_000,
      maxHeaderSize: 16_384,
      shouldUpgradeCallback: wantsSocket(env.basePath),
    },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 200 },
    // Pages and health answer HEAD; of a call it would double the routes of every start.
    exposeHeadRoutes: false,
    schemaController: ownSchemas,
    genReqId: () => crypto.randomUUID(),
    // Lines name the request by its id themselves; a logger made for each costs more than the
    // lines.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: answerUnreadable,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
}
