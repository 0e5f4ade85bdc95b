import type { FastifyInstance } from 'fastify'
import helmet from '@fastify/helmet'

/** security.md §6.11. Scripts only from our own origin; antd writes style elements, so styles may be inline in the back office. */
export function securityHeaders(app: FastifyInstance): void {
  void app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"], scriptSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:', 'blob:'], connectSrc: ["'self'"],
        fontSrc: ["'self'"], workerSrc: ["'self'", 'blob:'], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'self'"], objectSrc: ["'none'"], manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    reply.header('Permissions-Policy', 'camera=(self), geolocation=(), microphone=()')
    reply.header('X-Request-Id', request.id)
    done(null, payload)
  })
}
