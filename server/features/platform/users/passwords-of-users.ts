import { sql } from 'kysely'
import { PASSWORD_MIN } from '#contracts/platform/session/passwords.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { users } from '#contracts/platform/people/users.calls.ts'
import {
  checkPasswordRule,
  passwordModeOf,
  setPassword,
  type PasswordOwner,
} from '#server/features/platform/session/index.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { randomPassword } from '#server/kit/access/random-password.ts'
import { inTx } from '#server/kit/db/tx.ts'
import {
  lockUser,
  requireBelow,
  requireMasked,
  requireOnlyHere,
  type LockedUser,
} from './lock-user.ts'

type Calls = typeof users

/** An administrator gives a user a password (wire.md §4.3); their sessions end. */
export async function changePassword(
  ctx: Ctx,
  { username, password, confirmpassword }: In<Calls['changePassword']>,
): Promise<null> {
  if (password === '') fail('password.empty')
  if (password !== confirmpassword) fail('password.differ')
  await inTx(ctx, async (tx) => {
    const found = await sql<{
      id: string
    }>`select u.id
      from ${tx.rows('sysUser').as('u')} where lower(u.username) = lower(${username})
        and u.del_flag = 0`.execute(tx.db)
    const { id } = found.rows[0] ?? fail('user.missing')
    const user = await changeable(tx, id)
    await checkNewPassword(tx, user, password)
    await setPassword(tx, user, password)
  })
  return null
}

export function resetPassword(
  ctx: Ctx,
  { id }: In<Calls['resetPassword']>,
): Promise<Out<Calls['resetPassword']>> {
  return inTx(ctx, async (tx) => {
    const user = await changeable(tx, id)
    return { username: user.username, password: await assignPassword(tx, user) }
  })
}

async function changeable(tx: Tx, id: string): Promise<LockedUser> {
  const user = await lockUser(tx, id)
  // The caller's own is changed with the old one (`updatePassword`).
  if (id === tx.principal.userId) fail('user.ownPassword')
  await requireBelow(tx, user)
  await requireOnlyHere(tx, user)
  await requireMasked(tx, { id, label: user.realname })
  return user
}

/** The tenant's rule for the password of a user in it. */
export function checkNewPassword(tx: Tx, owner: PasswordOwner, password: string): Promise<void> {
  return checkPasswordRule(executorOf(tx), owner, password)
}

/** A one-time password; the user's sessions end. Answered once, stored as a hash. */
export async function assignPassword(tx: Tx, user: LockedUser): Promise<string> {
  const password = await freshPassword(tx)
  await setPassword(tx, user, password, { once: true })
  return password
}

/** A random password as long as the tenant's rule asks for, 14 at least (about 80 bits). */
export async function freshPassword(tx: Tx): Promise<string> {
  return randomPassword(
    Math.max(14, PASSWORD_MIN[await passwordModeOf(executorOf(tx), tx.principal.tenantId)]),
  )
}
