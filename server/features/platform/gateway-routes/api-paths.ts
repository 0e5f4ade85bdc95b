import {
  predicateList,
  type GatewayRoute,
  type Predicate,
} from '#contracts/platform/operations/gateway-routes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { publishedRoutes } from './routes.ts'

const ALL = ['get', 'post', 'put', 'patch', 'delete']

/** Paths of the routes in force that are to be named in the description of the API (OpenAPI 3.1). */
export async function routePaths(ctx: Ctx): Promise<Record<string, object>> {
  const { basePath } = ctx.deps.env
  const shown = (await publishedRoutes(ctx))?.routes.filter(
    (one) => one.showApi && one.status === 1,
  )
  return Object.fromEntries(
    (shown ?? []).flatMap((route) => {
      const predicates = predicateList.parse(JSON.parse(route.predicates))
      const argsOf = (name: Predicate['name']) =>
        predicates.filter((one) => one.name === name).flatMap(({ args }) => args)
      const methods = argsOf('Method').map((method) => method.toLowerCase())
      return argsOf('Path').map((pattern) => [
        basePath + patternPath(pattern),
        operations(route, pattern, methods.length > 0 ? methods : ALL),
      ])
    }),
  )
}

/** `/gateway/rates/**` is `/gateway/rates/{rest}`: a path of one level or of many. */
function patternPath(pattern: string): string {
  let at = 0
  return pattern.replace(/\*\*?/g, (star) => (star === '**' ? '{rest}' : `{part${++at}}`))
}

function operations(route: GatewayRoute, pattern: string, methods: readonly string[]) {
  const names = [...patternPath(pattern).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const isNamed = route.access === 'public' || route.access === 'login'
  const operation = (method: string) => ({
    operationId: `${method}_gateway_${route.id}_${pattern.replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: ['gateway'],
    summary: route.name,
    'x-access': isNamed ? route.access : 'permission',
    ...(isNamed ? {} : { 'x-permission': [route.access] }),
    ...(route.access === 'public' ? { security: [] } : {}),
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    responses: { 200: { description: 'The answer of the other server.' } },
  })
  return Object.fromEntries(methods.map((method) => [method, operation(method)]))
}
