import {
  filterList,
  GATEWAY,
  predicateList,
  type Filter,
  type GatewayRoute,
  type Predicate,
  type RouteDraft,
} from '#contracts/platform/operations/gateway-routes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'

/** What callers may never be given or sent by a route. */
const CLOSED_HEADERS =
  /^(host|cookie|authorization|proxy-.*|connection|content-length|transfer-encoding|x-access-token|x-api-key|tenant_id|x-forwarded-.*|te|upgrade)$/i
const PATTERN = /^\/gateway(?:\/(?:[A-Za-z0-9._~-]+|\*))*\/(?:[A-Za-z0-9._~-]+|\*\*?)$/
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A route as the proxy goes by it. */
export interface Route extends Pick<GatewayRoute, 'id' | 'name' | 'access' | 'retryable'> {
  origin: string
  paths: RegExp[]
  methods: readonly string[] | null
  stripPrefix: number
  prefixPath: string
  headers: [name: string, value: string][]
}

const listIn = <T>(text: string, schema: { safeParse(value: unknown): { data?: T } }): T | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Scheme, host and port of an address; null for anything more than that. */
export function originOf(uri: string): string | null {
  const url = URL.canParse(uri) ? new URL(uri) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
    ? url.origin
    : null
}

/** Whether the operator lets routes lead there. */
export function isAllowed(ctx: Pick<Ctx, 'deps'>, origin: string): boolean {
  const url = new URL(origin)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return (ctx.deps.env.gatewayHosts ?? []).includes(`${url.hostname}:${port}`)
}

/** Refuses a route that could not be taken; `path` leads to its fields. */
export function checkRoute(
  ctx: Ctx,
  draft: Pick<RouteDraft, 'uri' | 'predicates' | 'filters'>,
  path = '',
): void {
  const issues: RawIssue[] = []
  const origin = originOf(draft.uri)
  if (origin === null) issues.push({ path: `${path}uri`, code: 'gateway.uri' })
  else if (!isAllowed(ctx, origin))
    issues.push({ path: `${path}uri`, code: 'gateway.notAllowed', data: { host: origin } })
  const predicates = listIn<Predicate[]>(draft.predicates, predicateList)
  const paths = predicates?.filter(({ name }) => name === 'Path').flatMap(({ args }) => args) ?? []
  const methods = predicates?.filter(({ name }) => name === 'Method').flatMap(({ args }) => args)
  if (!predicates || paths.length === 0 || !paths.every(isPattern))
    issues.push({ path: `${path}predicates`, code: 'gateway.predicates', data: { base: GATEWAY } })
  else if (methods?.some((one) => !METHODS.includes(one)))
    issues.push({ path: `${path}predicates`, code: 'gateway.methods' })
  const filters = listIn<Filter[]>(draft.filters, filterList)
  if (!filters?.every(isFilter)) issues.push({ path: `${path}filters`, code: 'gateway.filters' })
  if (issues.length > 0) failFields(issues)
}

const isPattern = (path: string): boolean => PATTERN.test(path) && !isDotted(path)

function isFilter({ name, args }: Filter): boolean {
  if (name === 'PrefixPath')
    return args.length === 1 && /^(?:\/[A-Za-z0-9._~-]+)+$/.test(args[0]!) && !isDotted(args[0]!)
  const [header = '', value = ''] = args
  return (
    args.length === 2 &&
    /^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(header) &&
    !CLOSED_HEADERS.test(header) &&
    /^[\x20-\x7e]*$/.test(value)
  )
}
const isDotted = (path: string): boolean => path.split('/').some((one) => /^\.+$/.test(one))

/** A published row as the proxy goes by it; null for one that no longer fits. */
export function routeOf(row: GatewayRoute): Route | null {
  const origin = originOf(row.uri)
  const predicates = listIn<Predicate[]>(row.predicates, predicateList)
  const filters = listIn<Filter[]>(row.filters, filterList)
  if (!origin || !predicates || !filters?.every(isFilter)) return null
  const args = (name: Predicate['name']) =>
    predicates.filter((one) => one.name === name).flatMap((one) => one.args)
  const methods = args('Method')
  return {
    id: row.id,
    name: row.name,
    access: row.access,
    retryable: row.retryable,
    origin,
    paths: args('Path').map(patternOf),
    methods: methods.length > 0 ? methods : null,
    stripPrefix: row.stripPrefix,
    prefixPath: filters.find(({ name }) => name === 'PrefixPath')?.args[0] ?? '',
    headers: filters
      .filter(({ name }) => name === 'AddRequestHeader')
      .map(({ args: [name = '', value = ''] }) => [name.toLowerCase(), value]),
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').slice(1)
  const last = parts.at(-1) === '**'
  const body = (last ? parts.slice(0, -1) : parts)
    .map((one) => (one === '*' ? '[^/]+' : one.replace(/[.~-]/g, '\\$&')))
    .join('/')
  return new RegExp(`^/${body}${last ? '(?:/.*)?' : ''}$`)
}
