import { principalOfUser } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { asColleague } from '#server/kit/access/rows-seen-by.ts'
import { casesIn } from './case-row.ts'

/** Whether a user of staff who holds the permission finds the case in a list of their own. */
export async function seesCase(
  ctx: Ctx,
  userId: string,
  { id, perm }: { id: string; perm: string },
): Promise<boolean> {
  const principal = await principalOfUser(ctx, userId)
  if (!principal || principal.customerId !== null || !principal.perms.has(perm)) return false
  const found = await casesIn(asColleague(ctx, principal)).where('id', '=', id).executeTakeFirst()
  return found !== undefined
}
