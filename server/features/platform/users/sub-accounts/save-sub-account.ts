import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { subAccounts, SubAccountRow } from '#contracts/platform/people/sub-accounts.ts'
import { hashPassword, storedPhone } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireUnique } from '../check-user.ts'
import { moveTo } from '../delete-users.ts'
import { setStatus } from '../freeze-users.ts'
import { requireBelow, type LockedUser } from '../lock-user.ts'
import { checkNewPassword, freshPassword, assignPassword } from '../passwords-of-users.ts'
import { requireWithin } from './save-sub-limits.ts'
import { nameAvatar } from '../name-avatar.ts'
import { onField, update } from '../save-user.ts'
import { mainAccount, ownSubs, readSub } from './sub-accounts.ts'
import { grantRights } from './sub-rights.ts'

type Calls = typeof subAccounts

/**
 * A sub-account of the caller's own customer account (specification §7); a generated password is shown
 * once.
 */
export async function addSub(
  ctx: Ctx,
  { username, password, confirmpassword, mainUserId, ...draft }: In<Calls['add']>,
): Promise<Out<Calls['add']>> {
  if (password && confirmpassword && confirmpassword !== password)
    failFields([{ path: 'confirmpassword', code: 'password.differ' }])
  return inTx(ctx, async (tx) => {
    const main = await mainAccount(tx, mainUserId)
    if (tx.principal.customerId === null)
      await requireBelow(tx, { id: main.id, realname: username })
    draft.phone = await storedPhone(tx, draft.phone, main.customerId)
    await requireUnique(tx, { username, ...draft }, null)
    const given = password || (await freshPassword(tx))
    await onField('password', () =>
      checkNewPassword(
        tx,
        {
          tenantId: tx.principal.tenantId,
          username,
          realname: draft.realname,
          email: draft.email ?? null,
          phone: draft.phone ?? null,
        },
        given,
      ),
    )
    const made = await sql<{
      id: string
    }>`insert into sys_user (tenant_id, username, realname, nickname, password_hash, password_at,
        password_once, sex, birthday, phone, email, telephone, work_no, avatar, customer_id, parent_user_id, create_by)
      values (${tx.principal.tenantId}, ${username}, ${draft.realname}, ${draft.nickname ?? null},
        ${await hashPassword(given)}, now(), ${!password}, ${draft.sex ?? null}, ${draft.birthday ?? null},
        ${draft.phone ?? null}, ${draft.email ?? null}, ${draft.telephone ?? null},
        ${draft.workNo ?? null}, ${draft.avatar ?? null}, ${main.customerId}, ${main.id}, ${tx.principal.username})
        returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    await nameAvatar(tx, id, draft.avatar, null)
    await grantRights(tx, { id, username }, main.id, draft.perms ?? null)
    await requireWithin(tx, id, draft)
    const account = await readSub(tx, { id })
    await tx.audit('sys_user', id, 'add', null, account)
    return { account, password: password ? null : given }
  })
}

export function editSub(
  ctx: Ctx,
  { id, version, ...draft }: In<Calls['edit']>,
): Promise<SubAccountRow> {
  return inTx(ctx, async (tx) => {
    const locked = await lockSub(tx, id)
    const before = await readSub(tx, { id })
    if (locked.version !== version) failConflict('row.stale', before)
    draft.phone = await storedPhone(tx, draft.phone, locked.customerId)
    await requireUnique(
      tx,
      {
        phone: fresh(draft.phone, locked.phone),
        email: fresh(draft.email, locked.email),
        workNo: fresh(draft.workNo, locked.workNo),
      },
      id,
    )
    await nameAvatar(tx, id, draft.avatar, before.avatar)
    await update(tx, id, draft)
    if (draft.perms) await grantRights(tx, locked, locked.parentUserId!, draft.perms)
    await requireWithin(tx, id, draft)
    const row = await readSub(tx, { id })
    await tx.audit('sys_user', id, 'edit', before, row)
    if (draft.perms && row.perms.join() !== before.perms.join())
      await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: [id] })
    return row
  })
}

const fresh = (sent: string | null | undefined, had: string | null): string | null =>
  sent !== undefined && sent !== had ? sent : null

async function lockSub(tx: Tx, id: string): Promise<LockedUser> {
  const found =
    await sql<LockedUser>`select u.id, u.tenant_id, u.username, u.realname, u.phone, u.email,
        u.work_no, u.status, u.version, u.customer_id, u.parent_user_id, u.del_flag
    from sys_user u
    where ${tx.rows('sysUser').where('u')} and ${ownSubs(tx, 'u')} and u.del_flag = 0
      and u.id = ${id} for update`.execute(tx.db)
  const locked = found.rows[0] ?? failMissing()
  if (tx.principal.customerId === null) await requireBelow(tx, locked)
  return locked
}

export function freezeSubs(
  ctx: Ctx,
  { ids, status }: In<Calls['frozenBatch']>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const locked = await lockSub(tx, id)
    await setStatus(tx, locked, Number(status))
    return locked.realname
  })
}

export async function deleteSub(ctx: Ctx, { id }: In<Calls['delete']>): Promise<null> {
  await remove(ctx, id)
  return null
}
export function deleteSubs(ctx: Ctx, { ids }: In<Calls['deleteBatch']>): Promise<BulkResult> {
  return eachRow(ctx, ids, (tx, id) => remove(tx, id))
}

function remove(ctx: Ctx, id: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const locked = await lockSub(tx, id)
    await moveTo(tx, locked, 1)
    return locked.realname
  })
}

export function resetSubPassword(
  ctx: Ctx,
  { id }: In<Calls['resetPassword']>,
): Promise<Out<Calls['resetPassword']>> {
  return inTx(ctx, async (tx) => {
    const locked = await lockSub(tx, id)
    return { username: locked.username, password: await assignPassword(tx, locked) }
  })
}
