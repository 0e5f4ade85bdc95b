import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

const policy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'worker-src': "'self' blob:",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'object-src': "'none'",
  'manifest-src': "'self'",
  // Text becomes markup only by DOMPurify, and by the editor's clipboard in a document of its own.
  'require-trusted-types-for': "'script'",
  'trusted-types': 'dompurify ProseMirrorClipboard',
}

/**
 * security.md §6.11. Scripts only from our own origin, and WebAssembly (the camera's barcode
 * reader), which unlike eval runs no text. Style elements only with the nonce of their page, which
 * `webPages` gives. The same for every answer and therefore worked out once, in the small letters
 * Fastify keeps them by: per request it costs as much as a small query.
 */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
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

const nonces = new WeakMap<FastifyReply, string>()

/** A nonce for the style elements of the page this reply carries; its policy names it. */
export function styleNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64url')
  nonces.set(reply, nonce)
  return nonce
}

const FILE_POLICY = "default-src 'none';frame-ancestors 'none';sandbox"
const files = new WeakSet<FastifyReply>()

/** This reply is a file: opened as a page it may load and run nothing, and is of no origin. */
export function sandboxed(reply: FastifyReply): void {
  files.add(reply)
}

/**
 * `frames`: origins whose pages ours may frame (FRAME_SOURCES); ours may not be framed. `blob:` is a
 * PDF of our own script in a hidden frame, printed without leaving the station.
 */
export function securityHeaders(app: FastifyInstance, frames: readonly string[] = []): void {
  const csp = Object.entries({ ...policy, 'frame-src': ["'self'", 'blob:', ...frames].join(' ') })
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';')
  const headers = { 'content-security-policy': csp, ...FIXED_HEADERS }
  app.addHook('onSend', (request, reply, payload, done) => {
    const nonce = nonces.get(reply)
    reply.headers(headers)
    if (nonce !== undefined)
      reply.header(
        'content-security-policy',
        csp.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
      )
    if (files.has(reply)) reply.header('content-security-policy', FILE_POLICY)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
}
