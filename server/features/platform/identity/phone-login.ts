import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { identity } from '#contracts/platform/identity.ts'
import {
  requireSecondFactor,
  beginAttempt,
  findAccount,
  logSignIn,
  openSession,
} from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { receiverOf, verifyCode, consumeCode } from './codes.ts'
import { openDb } from './identity-config.ts'

const URL_NOTED = '/sys/phoneLogin'

/** Phone (or mail address) and code. A wrong code, an unknown number and a frozen account answer alike. */
export async function phoneLogin(
  ctx: Ctx,
  input: In<typeof identity.phoneLogin>,
): Promise<Out<typeof identity.phoneLogin>> {
  const db = openDb(ctx)
  const { value } = receiverOf(input.mobile)
  const attempt = await beginAttempt(ctx, `code:${value}`, 'none')
  const code = await verifyCode(ctx, input.mobile, 'login', input.captcha)
  const account = code?.userId ? await findAccount(db, { id: code.userId }) : null
  if (!code || account?.status !== 1) {
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
