import type { ErrorCode } from '#server/kit/http/errors.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { session } from '#contracts/platform/session/session.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failUnauthorised } from '#server/kit/http/errors.ts'
import { findAccount, type Account } from './accounts.ts'
import { checkPassword } from './passwords.ts'
import { checkCode, totpState } from './second-factor.ts'
import { consumeAttempt, resetAttempts } from './sign-in/throttle.ts'
import { tokenHash } from './tokens.ts'

/**
 * The caller, proven by the password, with tries of their own: strangers' use up none. `code`: what a
 * wrong one is called.
 */
export async function verifyOwnPassword(
  ctx: Ctx,
  password: string,
  code: ErrorCode = 'session.passwordWrong',
): Promise<Account> {
  const db = executorOf(ctx)
  const account =
    (await findAccount(db, { id: ctx.principal.userId })) ?? failUnauthorised('session.missing')
  const tries = `password:${account.id}`
  await consumeAttempt(db, tries)
  if (!(await checkPassword(account.passwordHash, password, ctx.http?.ip))) fail(code)
  await resetAttempts(db, tries)
  return account
}

/**
 * Password, or the code where there is a second factor, once more: what asks for it
 * (`requireStepUp`) is then open for ten minutes in this session.
 */
export async function stepUp(
  ctx: Ctx,
  { password, totp }: In<typeof session.stepUp>,
): Promise<null> {
  if (totp) {
    if (!(await checkCode(ctx, ctx.principal.userId, totp))) fail('session.totpWrong')
  } else {
    if (!password) failFields([{ path: 'password', code: 'field.required' }])
    if ((await totpState(executorOf(ctx), ctx.principal.userId)).on) fail('session.totpRequired')
    await verifyOwnPassword(ctx, password)
  }
  await markReauthenticated(ctx)
  return null
}

/** Notes that the person has just shown who it is in this session. */
export async function markReauthenticated(ctx: Ctx): Promise<void> {
  await sql`update sys_session set proved_at = now()
    where token_hash = ${tokenHash(ctx.http?.token ?? '')}`.execute(executorOf(ctx))
}
