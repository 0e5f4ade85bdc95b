import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { identity } from '#contracts/platform/session/identity.ts'
import {
  requireSecondFactor,
  beginAttempt,
  logSignIn,
  openSession,
  reachesBeyond,
} from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { receiverOf, verifyCode, consumeCode, ownerOf } from './codes.ts'
import { openDb } from './identity-config.ts'

const URL_NOTED = '/sys/phoneLogin'

/**
 * Phone (or mail address) and code. A wrong code, an unknown number and a frozen account answer
 * alike.
 */
export async function phoneLogin(
  ctx: Ctx,
  input: In<typeof identity.phoneLogin>,
): Promise<Out<typeof identity.phoneLogin>> {
  const db = openDb(ctx)
  const { value } = receiverOf(input.mobile)
  const attempt = await beginAttempt(ctx, `code:${value}`, 'none')
  const code = await verifyCode(ctx, input.mobile, 'login', input.captcha)
  const account = await ownerOf(db, code)
  if (!code || !account || (await reachesBeyond(db, account))) {
    await logSignIn(ctx, { account, name: input.mobile, outcome: 'failed', url: URL_NOTED })
    fail('code.wrong')
  }
  await attempt.giveBack()
  await requireSecondFactor(ctx, account, input.totp)
  if (!(await consumeCode(db, code))) fail('code.wrong')
  return await openSession(ctx, account, {
    way: 'phone',
    url: URL_NOTED,
    remember: input.remember_me ?? true,
  })
}
