import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES, type Envelope } from '#contracts/kit/envelope.ts'
import { Refusal } from './errors.ts'
import { pgErrorKind } from '../db/pg-error.ts'
import { FIXED_HEADERS } from './security-headers.ts'
import { maskedFor } from './personal.ts'
import { methodsByPath } from './wrong-method.ts'
import { langOf, translateError, wordedIssues } from './texts.ts'

/**
 * One place turns what went wrong into an answer; what a 500 was about stays in the log, under the
 * request id.
 */
export function answerErrors(
  app: FastifyInstance,
  base: string,
  ...onRefused: ((request: FastifyRequest, refusal: Refusal) => void)[]
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error, request)
    for (const note of onRefused) note(request, refusal)
    return send(request, reply, refusal)
  })
  const methodsOf = methodsByPath(app)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('Allow', methods.join(', '))
      const named = methods.filter((method) => method !== 'HEAD')
      return send(
        request,
        reply,
        new Refusal('request.method', {
          body: CODES.method,
          http: 405,
          data: {
            method: request.method,
            // In Chinese each is followed by its sign, as clients of the family know the sentence.
            methods:
              langOf(request.headers.client_lang) === 'zh_CN'
                ? named.map((method) => `${method}、`).join('')
                : named.join(', '),
          },
        }),
      )
    }
    if (request.url.startsWith(base) || request.method !== 'GET')
      return send(
        request,
        reply,
        new Refusal('request.notFound', { body: CODES.missing, http: 404 }),
      )
    return reply.code(404).type('text/plain; charset=utf-8').send('404')
  })
}

/**
 * Addresses the router cannot read are refused before there is a route, and without its hooks:
 * answered like all else.
 */
export function answerUnreadable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void send(request, reply.headers(FIXED_HEADERS), asRefusal(error, request))
}

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const kind = pgErrorKind(error)
  if (kind === 'diskFull') {
    request.log.error({ err: error, requestId: request.id }, 'disk full')
    return new Refusal('server.diskFull', { body: CODES.unavailable, http: 503, retryAfter: 60 })
  }
  if (kind === 'unavailable') {
    request.log.warn({ err: error, requestId: request.id }, 'database')
    return new Refusal('server.unavailable', { body: CODES.unavailable, http: 503, retryAfter: 2 })
  }
  if (
    kind === 'poolBusy' ||
    kind === 'lockTimeout' ||
    kind === 'statementTimeout' ||
    kind === 'serialization'
  ) {
    request.log.warn({ err: error, requestId: request.id }, 'database is busy')
    return new Refusal('server.busy', { body: CODES.unavailable, http: 503, retryAfter: 2 })
  }
  // A text with NUL, a number no column holds: nothing a person would type, and nothing broken
  // here.
  if (kind === 'badValue') {
    request.log.warn(
      { err: error, requestId: request.id, url: request.url.split('?')[0] },
      'a value no column holds',
    )
    return new Refusal('request.invalid', { body: CODES.invalid })
  }
  const status = error.statusCode ?? 500
  if (status === 429)
    return new Refusal('request.tooMany', {
      body: CODES.tooMany,
      http: 429,
      retryAfter: Number((error as { retryAfter?: number }).retryAfter ?? 60),
      data: { seconds: Number((error as { retryAfter?: number }).retryAfter ?? 60) },
    })
  if (status === 413) return new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })
  if (status === 503)
    return new Refusal('server.busy', { body: CODES.unavailable, http: 503, retryAfter: 2 })
  if (status >= 400 && status < 500)
    return new Refusal(status === 415 ? 'request.mediaType' : 'request.malformed', {
      body: CODES.invalid,
      http: status,
    })
  request.log.error(
    { err: error, requestId: request.id, url: request.url.split('?')[0] },
    'request failed',
  )
  return new Refusal('server.broken', { body: CODES.broken, http: 500 })
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const lang = langOf(request.headers.client_lang)
  const issues = wordedIssues(lang, refusal.issues)
  const body: Envelope = {
    success: false,
    message:
      issues.length > 0
        ? `${translateError(lang, refusal.code, refusal.data)} ${issues[0]!.path}: ${issues[0]!.message}`.trim()
        : translateError(lang, refusal.code, refusal.data),
    code: refusal.body,
    result:
      issues.length > 0 ? { issues } : maskedFor(request.principal, undefined, refusal.result),
    timestamp: Date.now(),
    requestId: request.id,
    error: refusal.code,
    ...(refusal.names ? { names: refusal.names } : {}),
  }
  if (refusal.retryAfter !== null)
    reply.header('Retry-After', String(Math.ceil(refusal.retryAfter)))
  return reply.code(refusal.http).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
