import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import { spokenIds } from '#server/kit/resource/search/search-rows.ts'

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
  const words = keyword?.trim()
  const spoken = words && !ids ? await spokenIds(ctx, userList, words, ['realname']) : []
  const wanted = ids
    ? sql`u.id = any(${ids}::bigint[])`
    : sql`u.del_flag = 0 ${words ? sql`and (u.realname ilike ${`%${likeText(words)}%`} or u.id = any(${spoken}::bigint[]))` : sql``}`
  const found = await sql<{ value: string; text: string }>`select u.id as value, u.realname as text
    from ${ctx.rows('sysUser').as('u')}
    where u.customer_id in (select c.id from ${ctx.rows('customer').as('c')}) and ${wanted}
    order by u.realname, u.id limit 50`.execute(ctx.db)
  return found.rows
}
