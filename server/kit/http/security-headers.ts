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
 * security.md §6.11. Scripts only from our own origin, and WebAssembly (the camera's barcode
 * reader), which unlike eval runs no text; antd writes style elements, so styles may be inline in
 * the back office. The same for every answer and therefore worked out once, in the small letters
 * Fastify keeps them by: per request it costs as much as a small query.
 */
const fixed: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
}

/** `frames`: origins whose pages ours may frame (FRAME_SOURCES); ours may not be framed. */
export function securityHeaders(app: FastifyInstance, frames: readonly string[] = []): void {
  const csp = Object.entries({ ...policy, 'frame-src': ["'self'", ...frames].join(' ') })
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';')
  const headers = { 'content-security-policy': csp, ...fixed }
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
}
