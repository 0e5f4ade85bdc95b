import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import {
  routeDraft,
  ROUTES_MAX,
  type gatewayRoutes,
  type GatewayRoute,
  type RouteDraft,
} from '#contracts/platform/operations/gateway-routes.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failDuplicate, failFields, failMissing } from '#server/kit/http/errors.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { checkRoute } from './route-rules.ts'

type Difference = Out<typeof gatewayRoutes.diff>['differences'][number]

const COMPARED = [
  'uri',
  'predicates',
  'filters',
  'retryable',
  'stripPrefix',
  'access',
  'showApi',
  'status',
  'orderNum',
] as const

interface Row {
  id: string
  name: string
  uri: string
  predicates: string
  filters: string
  retryable: boolean
  stripPrefix: number
  persist: boolean
  showApi: boolean
  access: string
  status: number
  orderNum: number
  version: number
  updateBy: string | null
  updateTime: string | null
}

async function rowsWhere(ctx: Ctx, deleted: 0 | 1, id: string | null = null): Promise<Row[]> {
  const { rows } = await sql<Row>`select r.id, r.name, r.uri, r.predicates, r.filters,
      r.retryable, r.strip_prefix, r.persist, r.show_api, r.access, r.status, r.order_num, r.version,
      r.update_by, r.update_time
    from ${ctx.rows('gatewayRoute').as('r')}
    where r.del_flag = ${deleted} and (${id}::bigint is null or r.id = ${id}::bigint)
    order by r.order_num, r.id limit ${ROUTES_MAX}`.execute(ctx.db)
  return rows
}
export const listRoutes = (ctx: Ctx): Promise<GatewayRoute[]> => rowsWhere(ctx, 0)
export const listBin = (ctx: Ctx): Promise<GatewayRoute[]> => rowsWhere(ctx, 1)
const routeById = async (ctx: Ctx, id: string): Promise<GatewayRoute> =>
  (await rowsWhere(ctx, 0, id))[0] ?? failMissing()

export function addRoute(ctx: Ctx, draft: RouteDraft): Promise<GatewayRoute> {
  checkRoute(ctx, draft)
  return inTx(ctx, (tx) => inserted(tx, draft))
}

async function inserted(tx: Tx, draft: RouteDraft): Promise<GatewayRoute> {
  const there = await sql<{ n: number }>`select count(*)::int as n
    from ${tx.rows('gatewayRoute').as('r')} where r.del_flag = 0`.execute(tx.db)
  if ((there.rows[0]?.n ?? 0) >= ROUTES_MAX) fail('gateway.tooMany', { max: ROUTES_MAX })
  await requireFreeName(tx, draft.name, null)
  const { id } = (await tx
    .rows('gatewayRoute')
    .insert({ ...draft, createBy: tx.principal.username })
    .returning('id')
    .executeTakeFirstOrThrow()) as unknown as { id: string }
  await tx.audit('gateway_route', id, 'add', null, draft)
  return await routeById(tx, id)
}

async function requireFreeName(tx: Tx, name: string, id: string | null): Promise<void> {
  const { rows } = await sql`select 1 from ${tx.rows('gatewayRoute').as('r')}
    where r.name = ${name} and r.id is distinct from ${id}::bigint`.execute(tx.db)
  if (rows.length > 0) failDuplicate('name', name)
}

export function editRoute(ctx: Ctx, input: In<typeof gatewayRoutes.edit>): Promise<GatewayRoute> {
  const { id, version, ...draft } = input
  checkRoute(ctx, draft)
  return inTx(ctx, async (tx) => {
    await requireFreeName(tx, draft.name, id)
    await change(tx, 'gatewayRoute', id, draft, {
      seen: { version, current: () => routeById(tx, id) },
      if: (row) => (row.delFlag === 1 ? failMissing() : undefined),
    })
    return await routeById(tx, id)
  })
}

/** A copy is off until a user switches it on. */
export function copyRoute(ctx: Ctx, { id }: { id: string }): Promise<GatewayRoute> {
  return inTx(ctx, async (tx) => {
    const from = routeDraft.parse(await routeById(tx, id))
    const { rows } = await sql<{ name: string }>`select r.name
      from ${tx.rows('gatewayRoute').as('r')}
      where starts_with(r.name, ${from.name.slice(0, 50)})`.execute(tx.db)
    const taken = new Set(rows.map(({ name }) => name))
    let n = 2
    while (taken.has(`${from.name.slice(0, 50)} ${n}`)) n++
    return await inserted(tx, {
      ...from,
      name: `${from.name.slice(0, 50)} ${n}`,
      status: 0,
      persist: false,
    })
  })
}

export function deleteRoute(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    await change(
      tx,
      'gatewayRoute',
      id,
      { delFlag: 1 },
      {
        if: (row) => (row.persist ? fail('gateway.persists', { name: row.name }) : undefined),
      },
    )
    return null
  })
}

export const restoreRoutes = (ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const row = await change(
      tx,
      'gatewayRoute',
      id,
      { delFlag: 0 },
      {
        if: (before) => (before.delFlag === 0 ? failMissing() : undefined),
      },
    )
    return row.name
  })

export const purgeRoutes = (ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const [row] = await rowsWhere(tx, 1, id)
    if (!row) failMissing()
    await tx.rows('gatewayRoute').remove().where('id', '=', id).execute()
    await tx.audit('gateway_route', id, 'delete', row, null)
    return row.name
  })

/** Known by their names: those that are no longer named go to the bin. */
export function updateAll(ctx: Ctx, { routes }: { routes: string }): Promise<null> {
  const drafts = draftsIn(routes)
  drafts.forEach((draft, at) => checkRoute(ctx, draft, `routes.${at}.`))
  return inTx(ctx, async (tx) => {
    const before = await listRoutes(tx)
    for (const row of before) {
      const draft = drafts.find(({ name }) => name === row.name)
      if (draft) await change(tx, 'gatewayRoute', row.id, draft)
      else if (!row.persist) await change(tx, 'gatewayRoute', row.id, { delFlag: 1 })
    }
    for (const draft of drafts)
      if (!before.some(({ name }) => name === draft.name)) await inserted(tx, draft)
    return null
  })
}

function draftsIn(text: string): RouteDraft[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    failFields([{ path: 'routes', code: 'gateway.json' }])
  }
  if (!Array.isArray(list) || list.length > ROUTES_MAX)
    failFields([{ path: 'routes', code: 'gateway.json' }])
  const drafts = list.map((one, at) => {
    const parsed = routeDraft.safeParse(one)
    if (parsed.success) return parsed.data
    return failFields(
      issuesOf(parsed.error).map((issue) => ({ ...issue, path: `routes.${at}.${issue.path}` })),
    )
  })
  drafts.forEach(({ name }, at) => {
    if (drafts.findIndex((one) => one.name === name) !== at)
      failDuplicate(`routes.${at}.name`, name)
  })
  return drafts
}

interface Published {
  routes: GatewayRoute[]
  publishedAt: string
  publishedBy: string
}

/** The routes in force; null before any were published. */
export async function publishedRoutes(ctx: Ctx): Promise<Published | null> {
  const { rows } = await sql<Published>`select p.routes, p.published_at, p.published_by
    from ${asSystem(ctx, '0').rows('gatewayPublished').as('p')}`.execute(ctx.db)
  return rows[0] ?? null
}

export async function diffRoutes(ctx: Ctx): Promise<Out<typeof gatewayRoutes.diff>> {
  const [published, drafts] = await Promise.all([publishedRoutes(ctx), listRoutes(ctx)])
  return {
    publishedAt: published?.publishedAt ?? null,
    publishedBy: published?.publishedBy ?? null,
    differences: differencesOf(published?.routes ?? [], drafts),
  }
}

function differencesOf(
  before: readonly GatewayRoute[],
  after: readonly GatewayRoute[],
): Difference[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  return names.flatMap((name): Difference[] => {
    const [old, now] = [before, after].map((list) => list.find((one) => one.name === name))
    const fields = COMPARED.map((field) => ({
      field,
      before: old ? String(old[field]) : null,
      after: now ? String(now[field]) : null,
    })).filter((one) => one.before !== one.after)
    if (fields.length === 0) return []
    return [{ name, kind: old ? (now ? 'changed' : 'removed') : 'added', fields }]
  })
}

export function publishRoutes(ctx: Ctx): Promise<{ routes: number }> {
  return inTx(ctx, async (tx) => {
    const before = await publishedRoutes(tx)
    const routes = await listRoutes(tx)
    for (const route of routes) checkRoute(tx, route, `${route.name}: `)
    await sql`insert into gateway_published (routes, published_by)
      values (${JSON.stringify(routes)}::jsonb, ${tx.principal.username})
      on conflict (one) do update set routes = excluded.routes, published_at = now(),
        published_by = excluded.published_by`.execute(tx.db)
    await tx.audit('gateway_published', '1', 'edit', { routes: before?.routes ?? [] }, { routes })
    return { routes: routes.length }
  })
}
