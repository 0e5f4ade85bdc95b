import type { z } from 'zod'
import { bulkResult } from './envelope.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: exactly one of the three. `perm` may name several codes: any one of them opens. */
export type Access =
  | { perm: string | readonly string[]; login?: never; public?: never }
  | { login: true; perm?: never; public?: never }
  | { public: true; perm?: never; login?: never }

export interface EndpointShape {
  method: Method
  /** Other methods answered alike (decisions.md, "Methods"). */
  also?: readonly Method[]
  /** Path under the base path, `{name}` for parameters. */
  path: string
  /**
   * Query (GET, DELETE) or body (POST, PUT), path parameters merged in. Unknown keys are dropped,
   * declared ones strict.
   */
  in: z.ZodType
  /** The envelope's `result`. */
  out: z.ZodType
  /**
   * `multipart`: the verb reads files from ctx; `raw`: JSON or a form whose text the verb reads,
   * since its signature is over it; `file`: the verb answers bytes; `bare`: the result without the
   * envelope, for calls other clients know so.
   */
  body?: 'json' | 'multipart' | 'raw'
  reply?: 'json' | 'file' | 'bare'
  /**
   * `required`: refused without an Idempotency-Key; `accepted`: it counts where it is sent.
   * Undeclared it is ignored.
   */
  idempotency?: 'required' | 'accepted'
  /**
   * Passwords, tokens or codes come or go here: no answer is stored for a repetition, and a refusal
   * takes nothing back.
   */
  secret?: true
  /**
   * Sensitive: the person must have shown a password or a second factor in this session a short
   * while ago.
   */
  stepUp?: true
  /**
   * Only for the platform's own people, whatever permission was granted by mistake: what it shows
   * or changes is of the whole installation.
   */
  platform?: true
  /** Only for the company's own people, whatever a customer's role was granted by mistake. */
  staff?: true
  /**
   * A change of the caller's own that is also open during an impersonation; others of `login` are
   * not.
   */
  acting?: true
  /**
   * The verb puts back what a caller with masked personal fields sends of them unchanged; elsewhere
   * a mask is refused.
   */
  takesMasks?: true
  /**
   * With `login`: what goes in and out is the caller's own, with personal fields whole also where a
   * role masks them.
   */
  own?: true
  /** With `login`: open to a program's key, too, whatever it was given. */
  keys?: true
  /** Class of rate limit. */
  rate?: 'normal' | 'public' | 'login' | 'serials' | 'files' | 'heavy' | 'hooks'
  /** Largest body in bytes where it differs from 1 MiB. */
  limit?: number
  /** Success message code where it is not the plain one (`ok.added`). */
  message?: string
  /**
   * What a change makes outdated: paths of calls, with all below them. Screens load again what
   * they show of it.
   */
  touches?: readonly `/${string}`[]
}

export type Endpoint = EndpointShape & Access

/** A feature's calls; keys are the verbs. Literal, so that `In` and `Out` infer. */
export function endpoints<const E extends Record<string, Endpoint>>(map: E): E {
  return map
}

/** The same calls, for the platform's own people only. */
export function ofPlatform<const E extends Record<string, Endpoint>>(map: E): E {
  return Object.fromEntries(
    Object.entries(map).map(([name, endpoint]) => [name, { ...endpoint, platform: true }]),
  ) as E
}

/** The same calls, for the company's own people only. */
export function ofStaff<const E extends Record<string, Endpoint>>(map: E): E {
  return Object.fromEntries(
    Object.entries(map).map(([name, endpoint]) => [name, { ...endpoint, staff: true }]),
  ) as E
}

export type In<E extends Endpoint> = z.output<E['in']>
export type Out<E extends Endpoint> = z.input<E['out']>

/** True for exactly one declaration of access; the mount refuses to start on anything else. */
export function accessOf(
  endpoint: Endpoint,
): { perms: readonly string[] } | 'login' | 'public' | null {
  const declared = [
    endpoint.perm !== undefined,
    endpoint.login === true,
    endpoint.public === true,
  ].filter(Boolean).length
  if (declared !== 1) return null
  if (endpoint.public) return 'public'
  if (endpoint.login) return 'login'
  const perms = typeof endpoint.perm === 'string' ? [endpoint.perm] : [...(endpoint.perm ?? [])]
  return { perms }
}

/** True for a call that does many rows and answers what became of each, also with more next to it. */
export const isBulk = ({ out }: Endpoint): boolean =>
  (out as { shape?: { rows?: unknown } }).shape?.rows === bulkResult.shape.rows
