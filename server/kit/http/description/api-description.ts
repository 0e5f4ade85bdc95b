import type { FastifyInstance } from 'fastify'
import { accessOf, type Endpoint } from '#contracts/kit/endpoint.ts'
import { schemaFor, withParts, type JsonSchema } from './api-schema.ts'

const DESCRIPTION = `Every JSON answer is the envelope {success, message, code, result, timestamp}. A refusal a person can act on is HTTP 200 with success false, a body code (400 invalid fields, 409 stale version, 422 business rule) and the catalogue's code in error; HTTP statuses carry transport and access. Weights are kilograms and lengths centimetres as decimal strings, money decimal strings beside an ISO currency, times ISO 8601 UTC, ids strings.`

const envelope: JsonSchema = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    message: { type: 'string', description: "In the caller's language." },
    code: { type: 'integer', description: '200, or the kind of refusal.' },
    result: {},
    timestamp: { type: 'integer', description: 'Milliseconds since 1970.' },
    requestId: { type: 'string' },
    error: { type: 'string', description: 'Code of the refusal; missing on success.' },
  },
  required: ['success', 'message', 'code', 'result', 'timestamp'],
}
const refused = (description: string): JsonSchema => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
})
const header = (name: string, schema: JsonSchema, description: string): JsonSchema => ({
  name,
  in: 'header',
  schema,
  description,
})

const components = {
  securitySchemes: {
    token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' },
    key: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'Of a program: opens the calls whose permission the key was given.',
    },
  },
  schemas: { Envelope: envelope },
  parameters: {
    Language: header(
      'client_lang',
      { type: 'string', enum: ['zh_CN', 'en_US'], default: 'zh_CN' },
      'Language of messages and dictionary texts.',
    ),
    Tenant: header(
      'tenant_id',
      { type: 'string', pattern: '^\\d{1,18}$' },
      "One of the caller's tenants; 0 or none means the own one.",
    ),
    IdempotencyKey: header(
      'Idempotency-Key',
      { type: 'string', minLength: 8, maxLength: 100 },
      'The same key again gives the first answer again and changes nothing.',
    ),
  },
  responses: {
    Unauthorised: refused('No token, an unknown one, or an expired one.'),
    Forbidden: refused('The permission is missing.'),
    Missing: refused('No such row, or none the caller may see.'),
    TooMany: refused('Too many calls; Retry-After is the time to wait.'),
  },
}

interface Known {
  endpoint: Endpoint
  name: string
}

/**
 * OpenAPI 3.1 from the contracts of the routes that are mounted after this call, put together at
 * the first asking. Who may call is in `x-access` (public, login, permission) and `x-permission`
 * (any one of them is enough).
 */
export function describeApi(app: FastifyInstance): () => JsonSchema {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.endpoint)
      for (const one of [method].flat())
        if (one !== 'HEAD')
          known.set(`${one.toLowerCase()} ${pathOf(url)}`, {
            endpoint: config.endpoint,
            name: config.name ?? '',
          })
  })
  let document: JsonSchema | null = null
  return () => (document ??= documentOf(known))
}

function documentOf(known: ReadonlyMap<string, Known>): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const schemas: Record<string, JsonSchema> = { ...components.schemas }
  for (const [key, call] of known) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method]: operation(call, method, path, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parcelyard', version: '0.1.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: { ...components, schemas },
    security: [{ token: [] }],
  }
}

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')
const tagOf = (path: string) => path.split('/').slice(1, 3).join('/')

function operation(
  { endpoint, name }: Known,
  method: string,
  path: string,
  parts: Record<string, JsonSchema>,
): JsonSchema {
  const access = accessOf(endpoint)
  const operationId = `${method}${path.replace(/[^A-Za-z0-9]+/g, '_')}`
  const input = withParts(schemaFor(endpoint.in, 'input'), `${operationId}_in`, parts)
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const inQuery = method === 'get' || method === 'delete' || endpoint.body === 'multipart'
  const keyed = endpoint.idempotency && method !== 'get'
  return {
    operationId,
    tags: [tagOf(endpoint.path)],
    summary: name,
    'x-access': typeof access === 'string' ? access : 'permission',
    ...(typeof access === 'object' && access ? { 'x-permission': access.perms } : {}),
    ...(endpoint.keys ? { 'x-keys': true } : {}),
    ...(endpoint.staff || endpoint.platform
      ? { 'x-only': endpoint.platform ? 'platform' : 'staff' }
      : {}),
    ...(access === 'public' ? { security: [] } : {}),
    ...(typeof access === 'object' ? { security: [{ token: [] }, { key: [] }] } : {}),
    parameters: [
      ...inPath.map((param) => ({
        name: param,
        in: 'path',
        required: true,
        schema: propertiesOf(input)[param] ?? { type: 'string' },
      })),
      ...(inQuery ? queryOf(input, inPath) : []),
      { $ref: '#/components/parameters/Language' },
      ...(access === 'public' ? [] : [{ $ref: '#/components/parameters/Tenant' }]),
      ...(keyed
        ? [
            endpoint.idempotency === 'required'
              ? { ...components.parameters.IdempotencyKey, required: true }
              : { $ref: '#/components/parameters/IdempotencyKey' },
          ]
        : []),
    ],
    ...(method === 'get' || method === 'delete' ? {} : bodyOf(endpoint, without(input, inPath))),
    responses: {
      200: answerOf(
        endpoint,
        withParts(schemaFor(endpoint.out, 'output'), `${operationId}_out`, parts),
      ),
      ...(access === 'public' ? {} : { 401: { $ref: '#/components/responses/Unauthorised' } }),
      ...(typeof access === 'object' ? { 403: { $ref: '#/components/responses/Forbidden' } } : {}),
      404: { $ref: '#/components/responses/Missing' },
      429: { $ref: '#/components/responses/TooMany' },
    },
  }
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>
}

function queryOf(schema: JsonSchema, except: readonly string[]): JsonSchema[] {
  const required = (schema.required ?? []) as string[]
  return Object.entries(propertiesOf(schema))
    .filter(([name]) => !except.includes(name))
    .map(([name, property]) => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      schema: property,
      // Lists travel as `a,b,c`.
      ...(property.type === 'array' ? { style: 'form', explode: false } : {}),
    }))
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name)),
    ),
    ...(Array.isArray(schema.required)
      ? { required: schema.required.filter((name) => !names.includes(String(name))) }
      : {}),
  }
}

function bodyOf(endpoint: Endpoint, schema: JsonSchema): JsonSchema {
  if (endpoint.body === 'multipart') {
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                file: { type: 'string', contentMediaType: 'application/octet-stream' },
              },
              required: ['file'],
            },
          },
        },
      },
    }
  }
  if (Object.keys(propertiesOf(schema)).length === 0 && schema.type === 'object') return {}
  return {
    requestBody: {
      required: ((schema.required ?? []) as string[]).length > 0,
      content: { 'application/json': { schema } },
    },
  }
}

function answerOf(endpoint: Endpoint, result: JsonSchema): JsonSchema {
  if (endpoint.reply === 'file') {
    return {
      description: 'The file; a refusal is the envelope instead.',
      content: {
        'application/octet-stream': {
          schema: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
        'application/json': { schema: { $ref: '#/components/schemas/Envelope' } },
      },
    }
  }
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { result } }],
  }
  return {
    description: 'The answer; after a refusal `result` is null or has more about it.',
    content: { 'application/json': { schema } },
  }
}
