import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { session } from '#contracts/platform/session/session.ts'
import { asSystem, executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { findAccount, logSignIn, type Account } from '../accounts.ts'
import { captchaProof } from './captcha.ts'
import { openSession } from './open-session.ts'
import { checkPassword, rehash } from '../passwords.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireSecondFactor } from '../second-factor.ts'
import { checkPasswordRule, setPassword } from '../set-password.ts'
import { beginAttempt, type CaptchaProof } from './throttle.ts'

/**
 * Password sign-in. Unknown account and wrong password answer alike and take alike; that an account
 * is frozen, or a registration waits, is revealed only to those who have its password.
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

/** For handhelds, which show no captcha: delays alone hold tries back. */
export async function handheldLogin(
  ctx: Ctx,
  input: { username: string; password: string },
): Promise<Out<typeof session.mLogin>> {
  const url = '/api/v1/auth'
  const account = await proveByPassword(ctx, input, url, 'none')
  const { token, userInfo } = await openSession(ctx, account, { way: 'mobile', url })
  return { token, userInfo }
}

async function proveByPassword(
  ctx: Ctx,
  input: In<typeof session.mLogin>,
  url: string,
  proof?: CaptchaProof,
): Promise<Account> {
  const db = executorOf(ctx)
  const attempt = await beginAttempt(ctx, input.username, proof ?? (await captchaProof(db, input)))
  const account = await findAccount(db, { username: input.username })
  // Asked of known and unknown names, so that the answer takes alike.
  const waiting = await waitingHash(db, input.username)
  const hash = account ? account.passwordHash : waiting
  const fits = await checkPassword(hash, input.password, ctx.http?.ip)
  if (!account || !fits || account.status !== 1) {
    await logSignIn(ctx, { account, name: input.username, outcome: 'failed', url })
    if (fits) fail(account ? 'session.frozen' : 'session.waiting')
    throw new Refusal('session.wrongPassword', { result: { left: attempt.left } })
  }
  await attempt.giveBack()
  if (account.passwordOnce) await requireNewPassword(ctx, account, input)
  else await rehash(db, account, input.password)
  await requireSecondFactor(ctx, account, input.totp)
  if (account.passwordOnce && !(await replaceOnce(ctx, account, input.newpassword ?? ''))) {
    await logSignIn(ctx, { account, name: input.username, outcome: 'failed', url })
    fail('session.wrongPassword')
  }
  return account
}

/** The password of a registration that is not decided yet; its applicant alone learns that it waits. */
async function waitingHash(db: Executor, username: string): Promise<string | null> {
  const found = await sql<{
    passwordHash: string | null
  }>`select r.password_hash from registration r
    where lower(r.username) = lower(${username}) and r.state = 'pending'`.execute(db)
  return found.rows[0]?.passwordHash ?? null
}

/** False where another sign-in has used the one-time password since it was checked. */
function replaceOnce(ctx: Ctx, account: Account, password: string): Promise<boolean> {
  return inTx(asSystem(ctx, account.tenantId), async (tx) => {
    const locked = await sql`select 1 from sys_user
      where id = ${account.id} and password_once and password_hash = ${account.passwordHash}
        and del_flag = 0 for update`.execute(executorOf(tx))
    if (locked.rows.length === 0) return false
    await setPassword(tx, account, password)
    return true
  })
}

/** Checked before the second factor, whose code is good for one call only. */
async function requireNewPassword(
  ctx: Ctx,
  account: Account,
  { password, newpassword }: In<typeof session.mLogin>,
): Promise<void> {
  if (newpassword === undefined) fail('session.passwordOnce')
  if (newpassword.normalize('NFKC') === password.normalize('NFKC')) fail('account.passwordSame')
  await checkPasswordRule(executorOf(ctx), account, newpassword)
}
