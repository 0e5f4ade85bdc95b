import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { session } from '#contracts/platform/session.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { findAccount, logSignIn, type Account } from './accounts.ts'
import { captchaProof } from './captcha.ts'
import { openSession } from './open-session.ts'
import { checkPassword, rehash } from './passwords.ts'
import { requireSecondFactor } from './second-factor.ts'
import { beginAttempt } from './throttle.ts'

/**
 * Password sign-in. Unknown account and wrong password answer alike and take alike; that an account
 * is frozen is told only to who has its password.
 */
export async function login(
  ctx: Ctx,
  input: In<typeof session.login>,
): Promise<Out<typeof session.login>> {
  return await openSession(ctx, await proveByPassword(ctx, input, '/sys/login'), {
    way: 'password',
    remember: input.remember_me ?? true,
  })
}

export async function mLogin(
  ctx: Ctx,
  input: In<typeof session.mLogin>,
): Promise<Out<typeof session.mLogin>> {
  const { token, userInfo } = await openSession(
    ctx,
    await proveByPassword(ctx, input, '/sys/mLogin'),
    { way: 'mobile', url: '/sys/mLogin' },
  )
  return { token, userInfo }
}

async function proveByPassword(
  ctx: Ctx,
  input: In<typeof session.mLogin>,
  url: string,
): Promise<Account> {
  const db = executorOf(ctx)
  const attempt = await beginAttempt(ctx, input.username, await captchaProof(db, input))
  const account = await findAccount(db, { username: input.username })
  const fits = await checkPassword(account?.passwordHash ?? null, input.password, ctx.http?.ip)
  if (!account || !fits || account.status !== 1) {
    await logSignIn(ctx, { account, name: input.username, outcome: 'failed', url })
    if (account && fits) fail('session.frozen')
    throw new Refusal('session.wrongPassword', { result: { left: attempt.left } })
  }
  await attempt.giveBack()
  await rehash(db, account, input.password)
  await requireSecondFactor(ctx, account, input.totp)
  return account
}
