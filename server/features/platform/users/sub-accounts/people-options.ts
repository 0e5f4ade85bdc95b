import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'

/**
 * People of the caller's own customer to choose from, by name alone; for staff those of every customer
 * within reach. A name asked for by id is also given for a user who left.
 */
export async function peopleOptions(
  ctx: Ctx,
  { keyword, ids }: In<typeof subAccounts.options>,
): Promise<Out<typeof subAccounts.options>> {
  const { customerId, dataScope } = ctx.principal
  if (customerId !== null && dataScope !== 'customer') failDenied()
  const wanted = ids
    ? sql`u.id = any(${ids}::bigint[])`
    : sql`u.del_flag = 0
        and ${await calledSo(ctx, userList, keyword ?? '', { names: ['realname'] }, 'u')}`
  const found = await sql<{ value: string; text: string }>`select u.id as value, u.realname as text
    from ${ctx.rows('sysUser').as('u')}
    where u.customer_id in (select c.id from ${ctx.rows('customer').as('c')}) and ${wanted}
    order by u.realname, u.id limit 50`.execute(ctx.db)
  return found.rows
}
