import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'
import { CODES } from '#contracts/kit/envelope.ts'

const DEPTH = 32

/** JSON bodies: at most 32 levels deep, no prototype keys, an empty body is an empty object. The text stays on the request: signatures and hashes are over it. */
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
}

/** Contracts are checked by the mount, after access; Fastify's own validator need not even be loaded. */
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
  if (depthOf(text) > DEPTH)
    throw new Refusal('request.tooDeep', { body: CODES.invalid, http: 400, data: { max: DEPTH } })
  // Looking at every key costs several times the parsing; only a text that names one of them, or could in escapes, is looked through.
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

/** Deepest nesting of brackets outside strings; counted before parsing so that a bomb costs one pass. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quoted) {
      if (sign === 92) at++
      else if (sign === 34) quoted = false
    } else if (sign === 34) quoted = true
    else if (sign === 123 || sign === 91) deepest = Math.max(deepest, ++depth)
    else if (sign === 125 || sign === 93) depth--
  }
  return deepest
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: string
  }
}
