import type { Ctx } from '#server/kit/access/ctx.ts'
import type { CallDeps } from './call.ts'
import { openUntil } from './open-until.ts'
import { turnOf } from './turn-of.ts'

/** What all processes know of an account: its turns, and whether it is asked; see `openUntil`. */
export const sharedBy = (
  ctx: Ctx,
  account: string,
  opened?: () => Promise<void>,
): Pick<CallDeps, 'turn' | 'openUntil'> => ({
  turn: turnOf(ctx, account),
  openUntil: openUntil(ctx, account, opened),
})
