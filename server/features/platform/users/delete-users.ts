import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { users, UserRow } from '#contracts/platform/people/users.calls.ts'
import { endSessions } from '#server/features/platform/session/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireUnique } from './check-user.ts'
import {
  lockUser,
  requireAdministratorLeft,
  requireBelow,
  requireOther,
  type LockedUser,
} from './lock-user.ts'
import { activeUsers, usersWhere } from './user-rows.ts'

type Calls = typeof users

export async function deleteUser(ctx: Ctx, { id }: In<Calls['delete']>): Promise<null> {
  await remove(ctx, id)
  return null
}

export function deleteUsers(ctx: Ctx, { ids }: In<Calls['deleteBatch']>): Promise<BulkResult> {
  return eachRow(ctx, ids, (tx, id) => remove(tx, id))
}

/** Into the bin: the records made in this name stay, and the name stays taken. */
function remove(ctx: Ctx, id: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const user = await lockUser(tx, id)
    requireOther(tx, user)
    await requireBelow(tx, user)
    await requireAdministratorLeft(tx, user)
    const subs = await sql`select 1
        from ${tx.rows('sysUser').as('u')} where u.parent_user_id = ${id} and u.del_flag = 0
        limit 1`.execute(tx.db)
    if (subs.rows.length > 0) fail('user.hasSubAccounts', { label: user.realname })
    await moveTo(tx, user, 1)
    return user.realname
  })
}

export async function moveTo(tx: Tx, user: LockedUser, delFlag: 0 | 1): Promise<void> {
  await change(tx, 'sysUser', user, { delFlag })
  if (delFlag === 1) await endSessions(tx, user)
}

export function recycleBin(ctx: Ctx): Promise<UserRow[]> {
  return usersWhere(ctx, activeUsers(ctx, { deleted: true }))
}

/** Back as they were; not where another user has their phone, e-mail or staff number by now. */
export function restoreUsers(
  ctx: Ctx,
  { userIds }: In<Calls['putRecycleBin']>,
): Promise<BulkResult> {
  return eachRow(ctx, userIds, async (tx, id) => {
    const user = await lockUser(tx, id, { deleted: true })
    await requireBelow(tx, user)
    await unique(tx, user)
    await moveTo(tx, user, 0)
    return user.realname
  })
}

/** In a list of rows one refusal is one line: the first field's words are the row's. */
async function unique(tx: Tx, user: LockedUser): Promise<void> {
  try {
    const { phone, email, workNo } = user
    await requireUnique(tx, { phone, email, workNo }, user.id, { byRules: false })
  } catch (error) {
    if (error instanceof Refusal && error.issues[0])
      fail(error.issues[0].code, { label: user.realname })
    throw error
  }
}

/** For good. A user other records point at stays in the bin. */
export function purgeUsers(
  ctx: Ctx,
  { userIds }: In<Calls['deleteRecycleBin']>,
): Promise<BulkResult> {
  return eachRow(ctx, userIds, async (tx, id) => {
    const user = await lockUser(tx, id, { deleted: true })
    await requireBelow(tx, user)
    try {
      await sql`delete from sys_user as u
        where ${tx.rows('sysUser').where('u')} and u.id = ${id} and u.del_flag = 1`.execute(tx.db)
    } catch (error) {
      if (pgErrorKind(error) !== 'foreignKey') throw error
      fail('user.referenced', { label: user.realname })
    }
    await tx.audit(
      'sys_user',
      id,
      'delete',
      { username: user.username, realname: user.realname },
      null,
    )
    return user.realname
  })
}
