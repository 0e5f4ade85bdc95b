import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accessOf, isBulk, type Endpoint } from '#contracts/kit/endpoint.ts'
import { CODES, type Envelope } from '#contracts/kit/envelope.ts'
import { makeCtx, systemPrincipal, type Ctx, type Deps, type Log } from '../access/ctx.ts'
import { type Principal } from '../access/principal.ts'
import { requireStepUp } from '../access/step-up.ts'
import type { Database } from '../db/database.ts'
import { contractAnswer } from './contract-answer.ts'
import { namesIn, withSeenNames } from './account-names.ts'
import { withoutUnknown } from './description/unknown-fields.ts'
import { failFields, Refusal, type RawIssue } from './errors.ts'
import { allowCaller, refuseBlocked, type CallerDeps, type Declared } from './allow-caller.ts'
import type { BoundEndpoint } from './bind-endpoints.ts'
import {
  EnvelopeReply,
  FileReply,
  httpSide,
  PageReply,
  sendFile,
  sendPage,
  SuccessReply,
} from './http-side.ts'
import { idempotent, idempotentRows } from './idempotency.ts'
import type { RateLimit } from './rate-limits.ts'
import { maskedFor, refuseUnmasking } from './personal.ts'
import { errorCodeOf, langOf, translate, translateError } from './texts.ts'

export interface MountDeps extends CallerDeps {
  /** What the calls' ctx carries. */
  app: Deps
  db: Database
  log: Log
  base: string
  /** Rate limits by class; null where limits are off. */
  limits: Record<NonNullable<Endpoint['rate']>, RateLimit> | null
  /** Answers are checked against the contract, unnamed keys too (tests). */
  checkAnswers: boolean
  /**
   * Called after each call for the operation log: `error` is what refused or broke it, undefined
   * where it went well. Must not throw.
   */
  onDone?(
    ctx: Ctx,
    call: {
      endpoint: Endpoint
      method: string
      url: string
      input: unknown
      error?: unknown
      /** The code of an answer that refused without throwing, as scans do. */
      refused?: string
      ms: number
    },
  ): void
}

const anonymous = systemPrincipal('0', { username: '' })

/**
 * Puts calls on the wire: access → parse → ctx → verb → envelope. A call without exactly one access
 * declaration stops the start.
 */
export function mount(
  app: FastifyInstance,
  deps: MountDeps,
  calls: readonly BoundEndpoint[],
): void {
  for (const call of calls) {
    const { endpoint } = call
    const access = accessOf(endpoint)
    if (!access)
      throw new Error(
        `${endpoint.method} ${endpoint.path} must declare exactly one of perm, login, public`,
      )
    if (endpoint.idempotency && !mayBeKeyed(endpoint))
      throw new Error(`${endpoint.method} ${endpoint.path} cannot keep an answer for a repetition`)
    const url = deps.base + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const limit = deps.limits?.[endpoint.rate ?? 'normal']
    app.route({
      // One route for all of them: each costs a start as much as reading a file.
      method: endpoint.also ? [endpoint.method, ...endpoint.also] : endpoint.method,
      url,
      ...(endpoint.limit ? { bodyLimit: endpoint.limit } : {}),
      config: { ...(limit ? { rateLimit: limit } : {}), endpoint, name: call.name },
      ...(access === 'public'
        ? { onRequest: (request) => refuseBlocked(request, '0', deps) }
        : { onRequest: (request, reply) => admit(endpoint, access, request, reply, deps) }),
      handler: (request, reply) => answer(call, request, reply, deps),
    })
  }
}

async function admit(
  endpoint: Endpoint,
  access: Declared,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): Promise<void> {
  try {
    await allowCaller(endpoint, access, request, deps)
  } catch (error) {
    // Log the user on 403.
    if (request.principal)
      deps.onDone?.(ctxOf(request, reply, deps), {
        endpoint,
        method: request.method,
        url: request.url,
        input: undefined,
        error,
        ms: 0,
      })
    throw error
  }
}

/** Strangers have no keys of their own, and no secret and no file is stored for a repetition. */
const mayBeKeyed = (endpoint: Endpoint) =>
  endpoint.method !== 'GET' && endpoint.reply !== 'file' && !endpoint.public && !endpoint.secret

function ctxOf(request: FastifyRequest, reply: FastifyReply, deps: MountDeps): Ctx {
  return makeCtx({
    requestId: request.id,
    lang: langOf(request.headers.client_lang),
    principal: request.principal ?? anonymous,
    log: deps.log,
    deps: deps.app,
    http: httpSide(request, reply),
    executor: deps.db.kysely,
  })
}

/** What the log records of a call. */
interface Seen {
  input: unknown
  personal?: FileReply['personal']
  refused?: string
}

/** The call, and a line of it in the log, however it ends. */
async function answer(
  call: BoundEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): Promise<unknown> {
  request.entered = true
  const started = performance.now()
  const ctx = ctxOf(request, reply, deps)
  const parsedInput: Seen = { input: undefined }
  const done = (error?: unknown) =>
    deps.onDone?.(ctx, {
      endpoint: call.endpoint,
      method: request.method,
      url: request.url,
      input: parsedInput.personal
        ? { personalRows: parsedInput.personal.rows, ...(parsedInput.input as object) }
        : parsedInput.input,
      error,
      ...(parsedInput.refused === undefined ? {} : { refused: parsedInput.refused }),
      ms: Math.round(performance.now() - started),
    })
  try {
    const sent = await perform(call, ctx, request, reply, deps, parsedInput)
    // A file has gone out by now: its rows are counted.
    done()
    return sent
  } catch (error) {
    done(error ?? null)
    if (error instanceof Refusal) error.names = await namesIn(ctx, error.result)
    throw error
  }
}

async function perform(
  call: BoundEndpoint,
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
  parsedInput: Seen,
): Promise<unknown> {
  const { endpoint } = call
  if (endpoint.stepUp) await requireStepUp(ctx)
  const input = parse(endpoint, request)
  parsedInput.input = input
  const run = async (inner: Ctx) => {
    const value = await call.verb(inner, input)
    if (value instanceof EnvelopeReply && value.body !== CODES.ok) parsedInput.refused = value.code
    return value
  }
  const key = ctx.http?.header('idempotency-key')
  if (endpoint.idempotency === 'required' && !key)
    failFields([{ path: 'Idempotency-Key', code: 'request.idempotencyKey' }])
  const whole = async (inner: Ctx) => envelope(await run(inner), inner, endpoint, deps)
  const body =
    key && endpoint.idempotency
      ? await (isBulk(endpoint) ? idempotentRows : idempotent)(
          ctx,
          {
            route: `${request.method} ${endpoint.path}`,
            key,
            request: input,
            upload: endpoint.body === 'multipart' ? await ctx.http?.upload() : undefined,
            onReplay: () => void reply.header('Idempotent-Replayed', 'true'),
          },
          async (inner) => textOf(await whole(inner)),
        )
      : await whole(ctx)
  if (body instanceof PageReply) return sendPage(reply, body)
  if (body instanceof FileReply) {
    parsedInput.personal = body.personal
    return sendFile(reply, body)
  }
  return reply.type('application/json; charset=utf-8').send(body)
}

function textOf(body: string | Buffer | FileReply): string {
  if (!(body instanceof FileReply)) return body.toString()
  throw new Error('a call that answers a file takes no Idempotency-Key')
}

/** Query or body with the path's parameters merged in, through the contract's schema. */
function parse(endpoint: Endpoint, request: FastifyRequest): unknown {
  const source =
    request.method === 'GET' || request.method === 'DELETE'
      ? request.query
      : endpoint.body === 'raw'
        ? {}
        : endpoint.body === 'multipart'
          ? request.query
          : (request.body ?? {})
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    failFields([{ path: '', code: 'request.body' }])
  refuseUnmasking(request.principal, endpoint, source)
  const parsed = endpoint.in.safeParse({ ...source, ...(request.params as object) })
  if (!parsed.success) return failFields(issuesOf(parsed.error))
  return withoutUnknown(request.principal, endpoint, source, parsed.data)
}

/**
 * zod's issues as ours: our own codes travel as messages; what zod words itself becomes
 * `field.invalid`.
 */
export function issuesOf(error: z.ZodError): RawIssue[] {
  return error.issues.slice(0, 100).map((issue) => ({
    path: issue.path.join('.'),
    code: errorCodeOf(issue.message) ?? 'field.invalid',
    data: {
      ...('maximum' in issue ? { max: issue.maximum } : {}),
      ...('minimum' in issue ? { min: issue.minimum } : {}),
    },
  }))
}

async function envelope(
  value: unknown,
  ctx: Ctx,
  endpoint: Endpoint,
  deps: MountDeps,
): Promise<string | Buffer | FileReply> {
  if (value instanceof FileReply) return value
  const outcome = value instanceof EnvelopeReply ? value : null
  const done = value instanceof SuccessReply ? value : null
  const whole = contractAnswer(
    endpoint,
    maskedFor(
      ctx.principal,
      endpoint,
      outcome || done ? (outcome ?? done)!.result : (value ?? null),
    ),
    deps.checkAnswers,
  )
  if (endpoint.reply === 'bare') return JSON.stringify(whole)
  const { result, names } = await withSeenNames(ctx, whole)
  const body: Envelope = {
    success: !outcome || outcome.body === CODES.ok,
    message: outcome
      ? translateError(ctx.lang, outcome.code, outcome.data)
      : (done?.message ?? translate(ctx.lang, 'errors', endpoint.message ?? 'ok.done')),
    code: (outcome ?? done)?.body ?? CODES.ok,
    result,
    timestamp: Date.now(),
    requestId: ctx.requestId,
    ...(outcome && outcome.body !== CODES.ok ? { error: outcome.code } : {}),
    ...(names ? { names } : {}),
  }
  return JSON.stringify(body)
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The verb, for the description of the API. */ name?: string
  }
}
