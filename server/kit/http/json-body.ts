import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'
import { CODES } from '#contracts/kit/envelope.ts'

/** security.md §6.8. */
const DEPTH = 32
const KEYS = 1_000
const KEYS_TOTAL = 50_000
const ITEMS = 10_000

const URL_MAX = 8_192

/** What a list asks for by a long address can be asked for by POST. */
export function limitUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.length <= URL_MAX) return done()
    done(
      new Refusal('request.urlTooLong', {
        body: CODES.tooLarge,
        http: 414,
        data: { max: URL_MAX },
      }),
    )
  })
}

/**
 * JSON bodies: at most 32 levels deep, 1,000 keys in an object and 10,000 items in a list, no
 * prototype keys, an empty body is an empty object. The text stays on the request: signatures and
 * hashes are over it.
 */
export function parseJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody', '')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8')
    request.rawBody = text
    if (text.trim() === '') return done(null, {})
    try {
      done(null, readJson(text))
    } catch (error) {
      done(
        error instanceof Refusal
          ? error
          : new Refusal('request.json', { body: CODES.invalid, http: 400 }),
      )
    }
  })
  // A form is taken where the call reads the text itself, and is no JSON anywhere.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.config.endpoint?.body !== 'raw')
        return done(new Refusal('request.mediaType', { body: CODES.invalid, http: 415 }))
      request.rawBody = typeof body === 'string' ? body : body.toString('utf8')
      done(null, {})
    },
  )
}

/**
 * Contracts are checked by the mount, after access; Fastify's own validator need not even be
 * loaded.
 */
export const ownSchemas = {
  compilersFactory: {
    buildValidator: () => () => passes,
    buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
  },
}
// The type is that of a schema compiled by ajv, which Fastify does not insist on.
const passes = Object.assign((value: unknown): value is unknown => value !== undefined || true, {
  schema: true,
  schemaEnv: {} as never,
})

function readJson(text: string): unknown {
  checkForm(text)
  // Looking at every key costs several times the parsing; only a text that names one of them, or
  // could in escapes, is looked through.
  if (!/__proto__|constructor|\\u/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (key, value: unknown) => {
    if (
      key === '__proto__' ||
      (key === 'constructor' && typeof value === 'object' && value !== null && 'prototype' in value)
    )
      throw new Refusal('request.json', { body: CODES.invalid, http: 400 })
    return value
  })
}

/**
 * Nesting, keys and items outside strings, counted before parsing so that a bomb costs one pass.
 */
function checkForm(text: string): void {
  const open: { object: boolean; commas: number }[] = []
  let keys = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quoted) {
      if (sign === 92) at++
      else if (sign === 34) quoted = false
    } else if (sign === 34) quoted = true
    else if (sign === 123 || sign === 91) {
      open.push({ object: sign === 123, commas: 0 })
      if (open.length > DEPTH) refuse('request.tooDeep', DEPTH)
    } else if (sign === 125 || sign === 93) open.pop()
    else if (sign === 58 && ++keys > KEYS_TOTAL) refuse('request.tooManyKeys', KEYS_TOTAL)
    else if (sign === 44) {
      const around = open.at(-1)
      if (!around) continue
      around.commas++
      if (around.object && around.commas >= KEYS) refuse('request.tooManyKeys', KEYS)
      if (around.commas >= ITEMS) refuse('request.tooManyItems', ITEMS)
    }
  }
}

function refuse(
  code: 'request.tooDeep' | 'request.tooManyKeys' | 'request.tooManyItems',
  max: number,
): never {
  throw new Refusal(code, { body: CODES.invalid, http: 400, data: { max } })
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: string
  }
}
