import { sql } from 'kysely'
import { beyond, sourcesOfUsers } from '#server/features/platform/roles/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { worksElsewhere } from './across-tenants.ts'

export interface LockedUser {
  id: string
  tenantId: string
  username: string
  realname: string
  phone: string | null
  email: string | null
  workNo: string | null
  status: number
  version: number
  customerId: string | null
  parentUserId: string | null
  delFlag: number
}

/** Holds a user of the caller's tenant for a change. */
export async function lockUser(
  tx: Tx,
  id: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<LockedUser> {
  const found =
    await sql<LockedUser>`select u.id, u.tenant_id, u.username, u.realname, u.phone, u.email,
        u.work_no, u.status, u.version, u.customer_id, u.parent_user_id, u.del_flag
    from sys_user u
    where ${tx.rows('sysUser').where('u')} and u.id = ${id} and u.del_flag = ${deleted ? 1 : 0} for update`.execute(
      tx.db,
    )
  return found.rows[0] ?? failMissing()
}

/**
 * Users do not change those above them: who hold a right, a reach or a view of rows the
 * caller has not.
 */
export async function requireBelow(
  ctx: Ctx,
  user: Pick<LockedUser, 'id' | 'realname'>,
): Promise<void> {
  const label = user.realname
  const sources = (await sourcesOfUsers(ctx, [user.id])).get(user.id) ?? []
  if (beyond(ctx, sources)) fail('user.above', { label })
}

/**
 * Who sees personal data masked gives no user a whole view of it, and opens no account that has one.
 */
export async function requireMasked(ctx: Ctx, user: { id: string; label: string }): Promise<void> {
  if (!ctx.principal.masked) return
  const { rows } = await sql`select 1 from ${ctx.rows('sysUser').as('u')}
    where u.id = ${user.id}
      and (exists (select 1 from ${ctx.rows('sysUserRole').as('ur')} where ur.user_id = u.id)
        or exists (select 1 from ${ctx.rows('sysUserDepart').as('ud')} where ud.user_id = u.id))
      and not exists (select 1 from ${ctx.rows('sysUserRole').as('mr')}
        join sys_role r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
        where mr.user_id in (u.id, u.parent_user_id) and r.mask_personal)`.execute(ctx.db)
  if (rows.length > 0) fail('user.maskBeyond', { label: user.label })
}

/**
 * A password opens every tenant of the user: only the platform sets the password of a
 * person who works in other tenants too.
 */
export async function requireOnlyHere(
  ctx: Ctx,
  user: Pick<LockedUser, 'id' | 'realname'>,
): Promise<void> {
  if (ctx.principal.dataScope !== 'platform' && (await worksElsewhere(ctx, user.id)))
    fail('user.worksElsewhere', { label: user.realname })
}

export function requireOther(ctx: Ctx, user: Pick<LockedUser, 'id' | 'realname'>): void {
  if (user.id === ctx.principal.userId) fail('user.self', { label: user.realname })
}

/**
 * A tenant keeps a user who can administer it: refuses to take away the last one who can sign in.
 * The role's row is held, so that two who leave at once see each other.
 */
export async function requireAdministratorLeft(
  tx: Tx,
  user: Pick<LockedUser, 'id' | 'realname'>,
): Promise<void> {
  const role = (
    await sql<{
      id: string
    }>`select r.id from sys_role r
      where ${tx.rows('sysRole').where('r')} and r.role_code = 'tenantAdmin'
        and r.built_in for update`.execute(tx.db)
  ).rows[0]
  if (!role) return
  const holders = await sql<{
    id: string
  }>`select u.id
    from ${tx.rows('sysUserRole').as('ur')} join sys_user u on u.tenant_id = ur.tenant_id
      and u.id = ur.user_id
    where ur.role_id = ${role.id} and u.status = 1 and u.del_flag = 0`.execute(tx.db)
  if (holders.rows.length === 1 && holders.rows[0]?.id === user.id)
    fail('user.lastAdministrator', { label: user.realname })
}
