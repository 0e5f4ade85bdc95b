import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { savedViews, SavedView, ViewState } from '#contracts/platform/people/saved-views.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/**
 * Own views and those shared on the same side: staff among staff, a customer's users among
 * themselves.
 */
const inReach = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(v.owner_id = ${ctx.principal.userId} or (v.shared
        and v.customer_id is not distinct from ${ctx.principal.customerId}::bigint))`

interface Row {
  id: string
  ownerId: string
  ownerName: string
  listKey: string
  name: string
  shared: boolean
  state: ViewState
  version: number
}

async function viewsWhere(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SavedView[]> {
  const found =
    await sql<Row>`select v.id, v.owner_id, v.owner_name, v.list_key, v.name, v.shared, v.state,
        v.version
    from ${ctx.rows('savedView').as('v')}
    where ${inReach(ctx)} and ${condition} order by v.owner_id <> ${ctx.principal.userId},
      lower(v.name), v.id`.execute(ctx.db)
  return found.rows.map((row) => ({
    id: row.id,
    list: row.listKey,
    name: row.name,
    shared: row.shared,
    mine: row.ownerId === ctx.principal.userId,
    owner: row.ownerName,
    state: row.state,
    version: row.version,
  }))
}

/** Mine first, by name. */
export function listAccessibleViews(
  ctx: Ctx,
  { list }: In<typeof savedViews.list>,
): Promise<Out<typeof savedViews.list>> {
  return viewsWhere(ctx, sql<SqlBool>`v.list_key = ${list}`)
}

export async function viewById(ctx: Ctx, id: string): Promise<SavedView | null> {
  return (await viewsWhere(ctx, sql<SqlBool>`v.id = ${id}`))[0] ?? null
}
