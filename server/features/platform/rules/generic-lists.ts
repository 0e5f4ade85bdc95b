import { sql } from 'kysely'
import type { genericLists } from '#contracts/platform/lists/generic-lists.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'

type ListInput = In<typeof genericLists.user>
const paged = <R>(data: R[], totalCount: number, { pageNo, pageSize }: ListInput) => ({
  data,
  pageSize,
  pageNo,
  totalPage: Math.ceil(totalCount / pageSize),
  totalCount,
})
const cut = ({ pageNo, pageSize }: ListInput) =>
  sql`limit ${pageSize} offset ${(pageNo - 1) * pageSize}`
interface Counted {
  total: number
}

export async function listUsers(
  ctx: Ctx,
  requested: ListInput,
): Promise<Out<typeof genericLists.user>> {
  const from = sql`from ${ctx.rows('sysUser').as('u')} where u.del_flag = 0`
  const [rows, count] = await Promise.all([
    sql<{
      id: string
      username: string
      name: string
      status: string
      updatedAt: string
    }>`select u.id, u.username, u.realname as name, u.status::text as status,
        coalesce(u.update_time,
          u.create_time) as updated_at ${from} order by u.id ${cut(requested)}`.execute(ctx.db),
    sql<Counted>`select count(*)::int as total ${from}`.execute(ctx.db),
  ])
  return paged(
    rows.rows.map((row) => ({ key: row.id, ...row })),
    count.rows[0]!.total,
    requested,
  )
}

export async function listRoles(
  ctx: Ctx,
  requested: ListInput,
): Promise<Out<typeof genericLists.role>> {
  const from = sql`from ${ctx.rows('sysRole').as('r')} where r.owner_user_id is null`
  const name = ctx.lang === 'en_US' ? sql`coalesce(r.role_name_en, r.role_name)` : sql`r.role_name`
  const [rows, count] = await Promise.all([
    sql<{
      id: string
      key: string
      name: string
      describe: string | null
      status: number
      updatedAt: string
    }>`select r.id, r.role_code as key, ${name} as name, r.description as describe, 1 as status,
        coalesce(r.update_time,
          r.create_time) as updated_at ${from} order by r.id ${cut(requested)}`.execute(ctx.db),
    sql<Counted>`select count(*)::int as total ${from}`.execute(ctx.db),
  ])
  return paged(rows.rows, count.rows[0]!.total, requested)
}

/** More orders than this are not counted one by one. */
const CALLS_MAX = 10_000
/** `callNo`: how many orders, of those the caller may see, go by the service; at most 10,000. */
export async function listServices(
  ctx: Ctx,
  requested: ListInput,
): Promise<Out<typeof genericLists.service>> {
  const from = sql`from ${ctx.rows('deliveryService').as('s')}`
  const name = nameIn(ctx.lang, 's.name')
  const [rows, count] = await Promise.all([
    sql<{
      key: string
      no: string
      description: string
      callNo: number
      status: number
      updatedAt: string
    }>`select s.id as key, s.code as no, ${name} as description, case when s.iz_enable then 1
        else 0 end as status, coalesce(s.update_time, s.create_time) as updated_at,
        (select count(*)::int
          from (select 1 from ${ctx.rows('shipment').as('o')} where o.service_id = s.id
            limit ${CALLS_MAX}) as calls) as call_no ${from} order by s.id ${cut(requested)}`.execute(
      ctx.db,
    ),
    sql<Counted>`select count(*)::int as total ${from}`.execute(ctx.db),
  ])
  const editable = ctx.can('dlv:service:edit')
  return paged(
    rows.rows.map((row) => ({ ...row, editable })),
    count.rows[0]!.total,
    requested,
  )
}

interface Entry {
  id: string
  key: string
  name: string
  describe: string
  status: number
  parentId: string | null
}
const entries = (ctx: Ctx, rest = sql``) =>
  sql<Entry>`select p.id, coalesce(p.perms, p.key) as key,
      ${ctx.lang === 'en_US' ? sql`coalesce(p.name_en, p.name)` : sql`p.name`} as name,
  coalesce(p.path, p.perms, '') as describe, case when p.status = '1' then 1
  else 0 end as status, p.parent_id
  from ${ctx.rows('sysPermission').as('p')} order by p.id ${rest}`.execute(ctx.db)

export async function listPermissions(
  ctx: Ctx,
  requested: ListInput,
): Promise<Out<typeof genericLists.permission>> {
  const [rows, count] = await Promise.all([
    entries(ctx, cut(requested)),
    sql<Counted>`select count(*)::int as total from ${ctx.rows('sysPermission').as('p')}`.execute(
      ctx.db,
    ),
  ])
  return paged(rows.rows, count.rows[0]!.total, requested)
}
export const allPermissions = async (ctx: Ctx): Promise<Entry[]> => (await entries(ctx)).rows
