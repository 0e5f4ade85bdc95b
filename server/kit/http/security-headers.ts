import type { FastifyInstance } from 'fastify'

const policy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'worker-src': "'self' blob:",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'object-src': "'none'",
  'manifest-src': "'self'",
}

/**
 * security.md §6.11. Scripts only from our own origin, and WebAssembly (the camera's barcode reader), which unlike eval runs no text; antd writes style elements, so styles may be inline in the back
 * office. The same for every answer and therefore worked out once: per request it costs as much as a small query.
 */
const fixed: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
}

/** `frames`: origins whose pages may stand inside ours (FRAME_SOURCES); ours stand in nobody's. */
export function securityHeaders(app: FastifyInstance, frames: readonly string[] = []): void {
  const csp = Object.entries({ ...policy, 'frame-src': ["'self'", ...frames].join(' ') })
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';')
  const headers = { 'Content-Security-Policy': csp, ...fixed }
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers)
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    reply.header('X-Request-Id', request.id)
    done(null, payload)
  })
}
