import { sql } from 'kysely'
import { hasContact } from './contacts.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'

/** A user who can sign in, before there is a session. */
export interface Account {
  id: string
  tenantId: string
  username: string
  realname: string
  nickname: string | null
  passwordHash: string
  /** The server made it: it has to be changed at the next sign-in. */
  passwordOnce: boolean
  avatar: string | null
  email: string | null
  phone: string | null
  orgCode: string | null
  status: number
  customerId: string | null
}
export type AccountKey =
  | { id: string }
  | { username: string }
  | { phone: string }
  | { email: string }

/** The one living account of that name, phone, e-mail or id. */
export async function findAccount(db: Executor, key: AccountKey): Promise<Account | null> {
  const by =
    'id' in key
      ? sql`u.id = ${key.id}`
      : 'username' in key
        ? sql`lower(u.username) = lower(${key.username})`
        : 'phone' in key
          ? await hasContact(db, 'phone', key.phone)
          : await hasContact(db, 'email', key.email)
  const found =
    await sql<Account>`select u.id, u.tenant_id, u.username, u.realname, u.nickname, u.password_hash,
        u.password_once, u.avatar, u.email, u.phone, u.org_code, u.status, u.customer_id
    from sys_user u where ${by} and u.del_flag = 0 limit 2`.execute(db)
  return found.rows.length === 1 ? found.rows[0]! : null
}

/**
 * Whether an account opens more than its home tenant: the platform's people, and those who work in
 * other tenants too. Nothing a tenant sets (its providers, channels, templates) may decide about
 * it.
 */
export async function reachesBeyond(
  db: Executor,
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
): Promise<boolean> {
  if (tenantId === PLATFORM_TENANT) return true
  const found = await sql`select 1 from sys_user_tenant m
      where m.user_id = ${id} and m.tenant_id <> ${tenantId} limit 1`.execute(db)
  return found.rows.length > 0
}

/**
 * Where codes for an account are written and sent: outside all tenants where it reaches beyond its
 * own.
 */
export async function channelTenantOf(
  db: Executor,
  account: Pick<Account, 'id' | 'tenantId'>,
): Promise<string> {
  return (await reachesBeyond(db, account)) ? PLATFORM_TENANT : account.tenantId
}

export type SignInMethod = 'password' | 'mobile' | 'phone' | 'third' | 'cas'

/** Who opened a session as another user, where and why. */
export interface ImpersonationNote {
  userId: string
  username: string
  tenantId: string
  reason: string
}

/**
 * Leaves a line in the log of sign-ins: `name` as it was typed, `account` where there is one of
 * that name.
 */
export async function logSignIn(
  ctx: Ctx,
  {
    account,
    name,
    outcome,
    url = '/sys/login',
    impersonation = null,
  }: {
    account: Account | null
    name: string
    outcome: 'ok' | 'failed'
    url?: string
    impersonation?: ImpersonationNote | null
  },
): Promise<void> {
  await sql`insert into op_log (tenant_id, log_type, content, user_id, username, ip, method, url,
      outcome, request_id, actor_id, actor, param)
    values (${impersonation?.tenantId ?? account?.tenantId ?? '0'}, 1,
      ${impersonation ? 'sign-in as' : outcome === 'ok' ? 'sign-in' : 'sign-in refused'},
      ${account?.id ?? null}, ${name.slice(0, 100)}, ${ctx.http?.ip ?? ''}, 'POST', ${url},
      ${outcome}, ${ctx.requestId},
      ${impersonation?.userId ?? null}, ${impersonation?.username ?? null},
      ${impersonation ? JSON.stringify({ reason: impersonation.reason }) : null})`.execute(
    executorOf(ctx),
  )
}

/** A tenant `t` that is not stopped and whose dates hold today. */
export const tenantIsOpen = sql<boolean>`t.status = 1
  and (now() at time zone t.time_zone)::date
    between coalesce(t.begin_date, '-infinity') and coalesce(t.end_date, 'infinity')`
