import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { session } from '#contracts/platform/session/session.ts'
import { asSystem, executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { REFUSED_DAYS } from '#contracts/platform/session/registration-terms.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { findAccount, logSignIn, type Account } from '../accounts.ts'
import { captchaProof } from './captcha.ts'
import { openSession } from './open-session.ts'
import { checkPassword, rehash } from '../passwords.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireSecondFactor } from '../second-factor.ts'
import { checkPasswordRule, passwordModeOf, setPassword } from '../set-password.ts'
import { beginAttempt, type CaptchaProof } from './throttle.ts'

/**
 * Password sign-in. Unknown account and wrong password answer alike and take alike; that an account
 * is frozen, or a registration waits or was refused, is revealed only to those who have its password.
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
  const applied = await registrationOf(db, ctx.lang, input.username)
  const hash = account ? account.passwordHash : (applied?.passwordHash ?? null)
  const fits = await checkPassword(hash, input.password, ctx.http?.ip)
  if (!account || !fits || account.status !== 1) {
    await logSignIn(ctx, { account, name: input.username, outcome: 'failed', url })
    if (fits && account) fail('session.frozen')
    if (fits && applied?.state === 'refused') {
      const { reason, company } = applied
      fail('session.refused', { reason: reason ?? '', company })
    }
    if (fits) fail('session.waiting')
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

interface Applied {
  passwordHash: string | null
  state: 'pending' | 'refused'
  reason: string | null
  company: string
}

/**
 * The registration of a name that waits, or else the one refused last; its applicant alone, who has
 * the password of it, learns that and why.
 */
async function registrationOf(db: Executor, lang: Lang, username: string): Promise<Applied | null> {
  const found = await sql<Applied>`select r.password_hash, r.state, r.reason,
      ${nameIn(lang, 't.name')} as company
    from registration r join tenant t on t.id = r.tenant_id
    where lower(r.username) = lower(${username}) and r.password_hash is not null
      and (r.state = 'pending' or r.state = 'refused'
        and r.decided_at > now() - make_interval(days => ${REFUSED_DAYS}::int))
    order by r.state, r.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
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
  if (newpassword === undefined) {
    const passwordMode = await passwordModeOf(executorOf(ctx), account.tenantId)
    throw new Refusal('session.passwordOnce', { result: { passwordMode } })
  }
  if (newpassword.normalize('NFKC') === password.normalize('NFKC')) fail('account.passwordSame')
  await checkPasswordRule(executorOf(ctx), account, newpassword)
}
