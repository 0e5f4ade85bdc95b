import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { Transform } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { z } from 'zod'
import { GATEWAY } from '#contracts/platform/operations/gateway-routes.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { systemPrincipal, makeCtx, type Ctx, type Deps } from '#server/kit/access/ctx.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'
import { allowCaller, refuseBlocked, type CallerDeps } from '#server/kit/http/allow-caller.ts'
import { fail, failMissing, Refusal } from '#server/kit/http/errors.ts'
import type { RateLimit } from '#server/kit/http/rate-limits.ts'
import type { MountDeps } from '#server/kit/http/mount.ts'
import { sandboxed } from '#server/kit/http/security-headers.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { plainPath } from './plain-path.ts'
import { isAllowed, routeOf, type Route } from './route-rules.ts'
import { publishedRoutes } from './routes.ts'

/** As long as another process may still go by the routes before. */
const FRESH_MS = 3_000
const ANSWER_MS = 30_000
/** Bytes of a body that is passed on. */
export const PASSED_BYTES = 10 * 1024 * 1024
/** Calls a minute from one address without a session. */
export const STRANGERS_MAX = 120

/** What goes on to the other server, and what of its answer comes back: nothing that is ours. */
const SENT = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-length',
  'transfer-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'user-agent',
])
/** A body of a GET is not sent on, so neither is its length. */
const BODY = new Set(['content-length', 'transfer-encoding'])
const ANSWERED = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
])

const routes = perApp(() => keepLoaded<Route[]>({ name: 'gateway', max: 1, freshMs: FRESH_MS }))
export const forgetRoutes = (ctx: Ctx): void => routes.of(ctx.deps).forget()

interface Target {
  route: Route
  path: string
  query: string
  tooLarge?: boolean
}
const targets = new WeakMap<FastifyRequest, Target>()

/** Calls below `/gateway` go to other servers, as the routes in force have it. */
export async function proxyRoutes(
  app: FastifyInstance,
  deps: Pick<MountDeps, 'limits'> & CallerDeps & { app: Deps; base: string },
): Promise<void> {
  const ctx = makeCtx({
    requestId: 'gateway',
    lang: 'zh_CN',
    log: deps.app.log,
    deps: deps.app,
    http: null,
    executor: deps.app.db.kysely,
    principal: systemPrincipal('0'),
  })
  await app.register(async (scope) => {
    // Bodies go on as they come, whatever they are.
    scope.removeAllContentTypeParsers()
    scope.addHook('onRequest', async (request) => {
      const target = await targetOf(ctx, request, deps.base)
      await admit(target.route, request, deps)
      targets.set(request, target)
    })
    scope.addHook('preParsing', (request, _, payload, done) =>
      done(null, counted(request, payload)),
    )
    // One line for each call that was let through; its query may hold secrets.
    scope.addHook('onResponse', (request, reply, done) => {
      const target = targets.get(request)
      if (target)
        ctx.log.info(
          {
            route: target.route.name,
            caller: request.principal?.username ?? null,
            ip: request.ip,
            method: request.method,
            path: target.path,
            status: reply.statusCode,
            ms: Math.round(reply.elapsedTime),
          },
          'gateway: call',
        )
      done()
    })
    await scope.register(httpProxy, {
      // Each call names its own; this address is never asked.
      upstream: 'http://gateway.invalid',
      prefix: `${deps.base}${GATEWAY}`,
      http: {
        agents: { 'http:': new Agent(), 'https:': new TlsAgent() },
        requestOptions: { timeout: ANSWER_MS },
      },
      ...(deps.limits ? { config: { rateLimit: limitOf(deps.limits.normal) } } : {}),
      preRewrite: () => '/',
      handler: (request: FastifyRequest, reply: FastifyReply) => forward(ctx, request, reply),
    } as never)
  })
}

/** Who is signed in has the usual share; strangers share an address's. */
export const limitOf = (normal: RateLimit): RateLimit => ({
  ...normal,
  max: (request) =>
    request.principal === undefined
      ? STRANGERS_MAX
      : typeof normal.max === 'number'
        ? normal.max
        : normal.max(request),
})

/** A body as it comes, broken off where it is too large. */
function counted(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  if (Number(request.headers['content-length'] ?? 0) > PASSED_BYTES) throw tooLarge()
  let bytes = 0
  const counter = new Transform({
    transform(part: Buffer, _, done) {
      bytes += part.length
      if (bytes <= PASSED_BYTES) return done(null, part)
      const target = targets.get(request)
      if (target) target.tooLarge = true
      done(tooLarge())
    },
  })
  return payload.pipe(counter)
}
const tooLarge = () => new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })

/** The route of a call and the address it leads to, by the path exactly as it was sent. */
async function targetOf(ctx: Ctx, request: FastifyRequest, base: string): Promise<Target> {
  const sent = request.raw.url ?? ''
  const at = sent.indexOf('?')
  const raw = at < 0 ? sent : sent.slice(0, at)
  if (!raw.startsWith(`${base}${GATEWAY}/`)) failMissing('gateway.noRoute')
  const path = plainPath(raw.slice(base.length))
  if (path === null) throw new Refusal('gateway.path', { body: 400, http: 400 })
  const known = await routes
    .of(ctx.deps)
    .get('routes', async () =>
      ((await publishedRoutes(ctx))?.routes ?? [])
        .filter(({ status }) => status === 1)
        .flatMap((row) => routeOf(row) ?? []),
    )
  const route = known.find(
    ({ paths, methods }) =>
      paths.some((one) => one.test(path)) && (methods?.includes(request.method) ?? true),
  )
  if (!route) failMissing('gateway.noRoute')
  const rest = path.split('/').slice(1 + route.stripPrefix)
  const query = at < 0 ? '' : queryWithout(sent.slice(at + 1))
  return { route, path: `${route.prefixPath}/${rest.join('/')}`, query }
}

/** Some clients send their token in the query. */
function queryWithout(query: string): string {
  const passed = [...new URLSearchParams(query)].filter(
    ([name]) => !/^(?:x-)?(?:access-?)?token$|^x-api-key$/i.test(name),
  )
  return new URLSearchParams(passed).toString()
}

/** The same ways in as for our own calls. */
async function admit({ access }: Route, request: FastifyRequest, deps: CallerDeps): Promise<void> {
  if (access === 'public') return refuseBlocked(request, '0', deps)
  const call = {
    method: 'GET',
    path: GATEWAY,
    in: z.unknown(),
    out: z.unknown(),
    login: true,
  } satisfies Endpoint
  await allowCaller(call, access === 'login' ? 'login' : { perms: [access] }, request, deps)
}

/** The one place that connects: the host is asked about once more, whatever was published. */
function forward(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const target = targets.get(request) ?? failMissing('gateway.noRoute')
  const { route, path, query } = target
  if (!isAllowed(ctx, route.origin)) fail('gateway.notAllowed', { host: route.origin })
  sandboxed(reply)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const again = route.retryable && !hasBody
  return reply.from(path, {
    getUpstream: () => route.origin,
    queryString: () => query,
    // Without a choice of its own the library asks ten times where the answer is 503.
    retryDelay: ({ err, attempt }) =>
      again && attempt < 1 && (err as { code?: string } | null)?.code === 'ECONNRESET' ? 50 : null,
    rewriteRequestHeaders: (_, headers) => ({
      ...Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => (SENT.has(name) && (hasBody || !BODY.has(name))) || name === 'host',
        ),
      ),
      ...Object.fromEntries(route.headers),
    }),
    rewriteHeaders: (headers) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => ANSWERED.has(name))),
    onResponse: (_, answer, response) => {
      const status = (response as { statusCode?: number }).statusCode ?? 0
      // A redirect is neither followed nor handed to the caller.
      if (status >= 300 && status < 400 && status !== 304) {
        ;(response as { stream?: { resume(): void } }).stream?.resume()
        for (const name of ANSWERED) answer.removeHeader(name)
        void answer.send(new Refusal('gateway.noAnswer', { body: 502, http: 502 }))
        return
      }
      void answer.send((response as { stream?: unknown }).stream ?? response)
    },
    onError: (answer, { error }) => {
      if (target.tooLarge) {
        if (!answer.sent) answer.send(tooLarge())
        return
      }
      ctx.log.warn({ err: error, route: route.id }, 'gateway: no answer')
      if (!answer.sent) answer.send(new Refusal('gateway.noAnswer', { body: 502, http: 502 }))
    },
  })
}
