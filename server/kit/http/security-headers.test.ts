import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { securityHeaders, styleNonce } from './security-headers.ts'

async function answers() {
  const app = Fastify() as unknown as FastifyInstance
  securityHeaders(app)
  app.get('/', () => ({}))
  app.get('/kept', (_request, reply) => reply.header('Cache-Control', 'no-cache').send('x'))
  app.get('/broken', () => {
    throw new Error('no')
  })
  return Promise.all(['/', '/kept', '/broken', '/nowhere'].map((url) => app.inject(url)))
}

test('every answer carries them, also an error and one for no path at all', async () => {
  for (const { headers } of await answers()) {
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';script-src 'self' 'wasm-unsafe-eval';style-src 'self';img-src 'self' data: blob:;connect-src 'self';font-src 'self';worker-src 'self' blob:;frame-ancestors 'none';base-uri 'none';form-action 'self';object-src 'none';manifest-src 'self';require-trusted-types-for 'script';trusted-types dompurify ProseMirrorClipboard;frame-src 'self' blob:",
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
      'x-request-id': expect.any(String),
    })
  }
})

test('nothing is stored on the way unless an answer allows it', async () => {
  expect((await answers()).map(({ headers }) => headers['cache-control'])).toEqual([
    'no-store',
    'no-cache',
    'no-store',
    'no-store',
  ])
})

test('frames come from where the operator allows, and from nowhere else', async () => {
  const app = Fastify() as unknown as FastifyInstance
  securityHeaders(app, ['https://reports.example.com', 'http://grafana.local:3000'])
  app.get('/', () => ({}))
  expect((await app.inject('/')).headers['content-security-policy']).toMatch(
    /;frame-src 'self' blob: https:\/\/reports\.example\.com http:\/\/grafana\.local:3000$/,
  )
})

test('a page names the nonce of its style elements, another one each time', async () => {
  const app = Fastify() as unknown as FastifyInstance
  securityHeaders(app)
  app.get('/', (_request, reply) => reply.send(styleNonce(reply)))
  const [one, other] = [await app.inject('/'), await app.inject('/')]
  expect(one.body).toMatch(/^[\w-]{22}$/)
  expect(one.body).not.toBe(other.body)
  for (const { headers, body } of [one, other])
    expect(headers['content-security-policy']).toContain(`;style-src 'self' 'nonce-${body}';`)
})
