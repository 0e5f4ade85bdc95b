import type { UserInfo } from '#contracts/platform/session.ts'
import { userInfoOf } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { ownDb, self } from './self.ts'

/** The caller as every sign-in tells them. */
export async function ownInfo(ctx: Ctx): Promise<UserInfo> {
  return await userInfoOf(ownDb(ctx), await self(ctx), ctx.who)
}
