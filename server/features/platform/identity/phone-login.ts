import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { identity } from '#contracts/platform/identity.ts'
import {
  askSecondFactor,
  beforeTry,
  countFailure,
  findAccount,
  forgetFailures,
  noteSignIn,
  openSession,
} from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { receiverOf, tryCode, useCode } from './codes.ts'
import { openDb } from './house.ts'

const URL_NOTED = '/sys/phoneLogin'

/** Phone (or mail address) and code. A wrong code, an unknown number and a frozen account answer alike. */
export async function phoneLogin(
  ctx: Ctx,
  input: In<typeof identity.phoneLogin>,
): Promise<Out<typeof identity.phoneLogin>> {
  const db = openDb(ctx)
  const ip = ctx.http?.ip ?? ''
  const { value } = receiverOf(input.mobile)
  await beforeTry(db, `code:${value}`, ip)
  const held = await tryCode(ctx, input.mobile, 'login', input.captcha)
  const account = held?.userId ? await findAccount(db, { id: held.userId }) : null
  if (!held || account?.status !== 1) {
    await countFailure(db, `code:${value}`, ip)
    await noteSignIn(ctx, { account, name: input.mobile, outcome: 'failed', url: URL_NOTED })
    fail('code.wrong')
  }
  await askSecondFactor(ctx, account, input.totp)
  if (!(await useCode(db, held))) fail('code.wrong')
  await forgetFailures(db, `code:${value}`)
  return await openSession(ctx, account, {
    way: 'phone',
    url: URL_NOTED,
    remember: input.remember_me ?? true,
  })
}
