import { sql } from 'kysely'
import type { identity } from '#contracts/platform/session/identity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  beginAttempt,
  checkPasswordRule,
  setPassword,
  type Account,
  hasContact,
} from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { receiverOf, verifyCode, consumeCode, ownerOf, type ValidCode } from './codes.ts'
import { openDb } from './identity-config.ts'

type Calls = typeof identity

/** A code that fits, and whose it is. Unknown, frozen and wrong answer alike. */
async function proven(
  ctx: Ctx,
  phone: string,
  smscode: string,
): Promise<{ code: ValidCode; account: Account }> {
  const db = openDb(ctx)
  const attempt = await beginAttempt(ctx, `code:${receiverOf(phone).value}`, 'none')
  const code = await verifyCode(ctx, phone, 'forgot', smscode)
  const account = await ownerOf(db, code)
  if (!code || !account) fail('code.wrong')
  await attempt.giveBack()
  return { code, account }
}

/**
 * Step two of a forgotten password: with the code the account's name is answered. The code stays
 * good for step three.
 */
export async function phoneVerification(
  ctx: Ctx,
  { phone, smscode }: In<Calls['phoneVerification']>,
): Promise<Out<Calls['phoneVerification']>> {
  const { account } = await proven(ctx, phone, smscode)
  return { smscode, username: account.username }
}

/**
 * Step three: the new password, with the same code, which is used up by it. All sessions of the
 * account end.
 */
export async function passwordChange(
  ctx: Ctx,
  { username, password, phone, smscode }: In<Calls['passwordChange']>,
): Promise<null> {
  const { code, account } = await proven(ctx, phone, smscode)
  if (account.username.toLowerCase() !== username.toLowerCase()) fail('code.wrong')
  await checkPasswordRule(openDb(ctx), account, password)
  await inTx(asSystem(ctx, account.tenantId), async (tx) => {
    if (!(await consumeCode(openDb(tx), code))) fail('code.wrong')
    await setPassword(tx, account, password)
  })
  return null
}

/** A person's number, for those who may see users (security.md A40: never for strangers). */
export async function querySysUser(
  ctx: Ctx,
  { username, phone }: In<Calls['querySysUser']>,
): Promise<Out<Calls['querySysUser']>> {
  if (!username && !phone) fail('user.checkFailed')
  const by = username
    ? sql`lower(u.username) = lower(${username})`
    : await hasContact(openDb(ctx), 'phone', phone ?? '')
  const found = await sql<{
    username: string
    phone: string | null
  }>`select u.username, u.phone
    from ${ctx.rows('sysUser').as('u')} where ${by} and u.del_flag = 0`.execute(ctx.db)
  return found.rows[0] ?? fail('user.checkFailed')
}
