import type { UserInfo } from '#contracts/platform/session/session.user.ts'
import { userInfoOf } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { ownDb, ownUser } from './own-account.ts'

/** The caller as every sign-in returns it. */
export async function ownInfo(ctx: Ctx): Promise<UserInfo> {
  return await userInfoOf(ownDb(ctx), await ownUser(ctx), { ...ctx.principal, lang: ctx.lang })
}
