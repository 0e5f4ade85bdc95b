import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { UserDraft } from '#contracts/platform/rules/user-rules.ts'
import type { users, UserRow } from '#contracts/platform/people/users.calls.ts'
import { hashPassword, storedPhone } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { failConflict, failFields, failMissing, Refusal } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireUnique } from './check-user.ts'
import {
  lockUser,
  requireAdministratorLeft,
  requireBelow,
  requireMasked,
  requireOnlyHere,
} from './lock-user.ts'
import { checkLinks, rightsChange, setLinks } from './link-user.ts'
import { nameAvatar } from './name-avatar.ts'
import { checkNewPassword, freshPassword } from './passwords-of-users.ts'
import { userById } from './user-rows.ts'

type Calls = typeof users
export type NewUser = Omit<In<Calls['add']>, 'password' | 'confirmpassword'> & {
  /** Null: the server makes one, to be changed at the first sign-in. */
  password: string | null
}
const STAFF_ROLE = 'tenantAdmin'

export async function addUser(
  ctx: Ctx,
  { password, confirmpassword, ...draft }: In<Calls['add']>,
): Promise<Out<Calls['add']>> {
  if (password === '') failFields([{ path: 'password', code: 'field.required' }])
  if (confirmpassword && confirmpassword !== password)
    failFields([{ path: 'confirmpassword', code: 'password.differ' }])
  if (draft.selectedroles?.length || draft.selecteddeparts?.length || draft.relTenantIds?.length)
    await requireStepUp(ctx)
  return inTx(ctx, async (tx) => {
    const { row, password: made } = await insertUser(tx, { ...draft, password: password ?? null })
    return made === null ? row : { ...row, password: made }
  })
}

/** One new user, with everything a form checks. In a transaction: an import makes many. */
export async function insertUser(
  tx: Tx,
  { username, password: chosen, customerId = null, ...draft }: NewUser,
): Promise<{ row: UserRow; password: string | null }> {
  const password = chosen ?? (await freshPassword(tx))
  if (customerId !== null) {
    const seen =
      await sql`select 1 from ${tx.rows('customer').as('c')} where c.id = ${customerId}`.execute(
        tx.db,
      )
    if (seen.rows.length === 0) failFields([{ path: 'customerId', code: 'field.ref' }])
  }
  draft.phone = await storedPhone(tx, draft.phone, customerId)
  await requireUnique(tx, { username, ...draft }, null)
  await checkLinks(tx, draft, customerId !== null, null)
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
      password,
    ),
  )
  const {
    realname,
    nickname,
    sex,
    birthday,
    phone,
    email,
    telephone,
    workNo,
    userIdentity,
    avatar,
  } = draft
  const made = await sql<{
    id: string
  }>`insert into sys_user (tenant_id, username, realname, nickname, password_hash, password_at,
      password_once, sex, birthday, phone, email, telephone, work_no, avatar, customer_id, user_identity, create_by)
    values (${tx.principal.tenantId}, ${username}, ${realname}, ${nickname ?? null}, ${await hashPassword(password)},
      now(), ${chosen === null}, ${sex ?? null}, ${birthday ?? null}, ${phone ?? null}, ${email ?? null},
      ${telephone ?? null}, ${workNo ?? null}, ${avatar ?? null},
      ${customerId}, ${userIdentity ?? '1'}, ${tx.principal.username}) returning id`.execute(tx.db)
  const { id } = made.rows[0]!
  await nameAvatar(tx, id, avatar, null)
  await setLinks(tx, { id, customerId }, draft)
  await onField('selectedroles', () => requireMasked(tx, { id, label: realname }))
  const row = (await userById(tx, id)) ?? failMissing()
  await tx.audit('sys_user', id, 'add', null, row)
  return { row, password: chosen === null ? password : null }
}

/** A rule's refusal of a whole call, at the field it is about. */
export async function onField(path: string, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (error instanceof Refusal && error.issues.length === 0)
      failFields([{ path, code: error.code, data: error.data }])
    throw error
  }
}

export function editUser(
  ctx: Ctx,
  { id, version, ...draft }: In<Calls['edit']>,
): Promise<Out<Calls['edit']>> {
  return inTx(ctx, async (tx) => {
    const locked = await lockUser(tx, id)
    const before = (await userById(tx, id)) ?? failMissing()
    if (locked.version !== version) failConflict('row.stale', before)
    if (locked.parentUserId !== null && (draft.selectedroles || draft.selecteddeparts?.length))
      failFields([{ path: 'selectedroles', code: 'user.subRoles' }])
    await requireBelow(tx, locked)
    draft.phone = await storedPhone(tx, draft.phone, locked.customerId)
    const rights = rightsChange(draft, before)
    if (rights) await requireStepUp(tx)
    if (changed(draft.phone, locked.phone) || changed(draft.email, locked.email)) {
      await requireOnlyHere(tx, locked)
      await requireMasked(tx, { id, label: locked.realname })
    }
    // What was doubled before may stay until it is touched.
    await requireUnique(
      tx,
      {
        phone: changed(draft.phone, locked.phone) ? draft.phone : null,
        email: changed(draft.email, locked.email) ? draft.email : null,
        workNo: changed(draft.workNo, locked.workNo) ? draft.workNo : null,
      },
      id,
    )
    await checkLinks(tx, draft, locked.customerId !== null, before)
    if (draft.selectedroles && (await losesAdministration(tx, id, draft.selectedroles)))
      await requireAdministratorLeft(tx, locked)
    await nameAvatar(tx, id, draft.avatar, before.avatar)
    await update(tx, id, draft)
    await setLinks(tx, locked, draft)
    if (rights)
      await onField('selectedroles', () => requireMasked(tx, { id, label: locked.realname }))
    const row = (await userById(tx, id)) ?? failMissing()
    await tx.audit('sys_user', id, 'edit', before, row)
    if (rights)
      await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: [id] })
    return row
  })
}

const changed = (sent: string | null | undefined, had: string | null): boolean =>
  sent !== undefined && (sent ?? null) !== had

async function losesAdministration(
  tx: Tx,
  userId: string,
  roles: readonly string[],
): Promise<boolean> {
  const found = await sql`select 1
      from ${tx.rows('sysUserRole').as('ur')} join sys_role r on r.tenant_id = ur.tenant_id
        and r.id = ur.role_id
    where ur.user_id = ${userId} and r.role_code = ${STAFF_ROLE} and r.built_in
      and r.id <> all(${roles}::bigint[])`.execute(tx.db)
  return found.rows.length > 0
}

const COLUMNS = {
  realname: 'realname',
  nickname: 'nickname',
  sex: 'sex',
  birthday: 'birthday',
  phone: 'phone',
  email: 'email',
  telephone: 'telephone',
  workNo: 'work_no',
  avatar: 'avatar',
  userIdentity: 'user_identity',
} as const

/** Only fields that were sent; the password, the account and the status have calls of their own. */
export async function update(
  tx: Tx,
  id: string,
  draft: Pick<UserDraft, keyof typeof COLUMNS>,
): Promise<void> {
  const sets = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const value = draft[name as keyof typeof COLUMNS]
    if (value === undefined) return []
    const set = sql`${sql.id(column)} = ${value}`
    // Another address is not proven yet.
    return column === 'phone' || column === 'email'
      ? [
          set,
          sql`${sql.id(`${column}_verified_at`)} = case
            when ${sql.ref(`u.${column}`)} is not distinct from ${value} then ${sql.ref(`u.${column}_verified_at`)} end`,
        ]
      : [set]
  })
  sets.push(
    sql`version = version + 1`,
    sql`update_by = ${tx.principal.username}`,
    sql`update_time = now()`,
  )
  await sql`update sys_user as u
    set ${sql.join(sets)} where ${tx.rows('sysUser').where('u')} and u.id = ${id}`.execute(tx.db)
}
