import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/kit/access/executor.ts'
import type { DataRule, Principal } from '#server/kit/access/principal.ts'
import type { Database } from '#server/kit/db/database.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'
import { limitImpersonation, type Impersonation } from './impersonation/impersonation.ts'
import { seesMasks } from './sees-masks.ts'
import { loadPermissions } from './effective-permissions.ts'
import { tenantIsOpen } from './accounts.ts'
import { tokenHash } from './tokens.ts'
import { type CachedPrincipal } from './cached-principal.ts'

const FRESH_MS = 4_000
const KEEP = 10_000

type Row = {
  userId: string
  username: string
  realname: string
  homeTenant: string
  tenantId: string
  orgCode: string | null
  customerId: string | null
  orgCodes: string[]
  parentUserId: string | null
  expired: boolean
  unseen: boolean | null
  member: boolean
  scopes: string[] | null
  masked: boolean
  keyScopes: string[] | null
  /** Of calls with an API key. */
  keyId?: string | null
  depots: string[] | null
  perms: string[] | null
  rules: DataRule[] | null
  /** Of sessions of those who act as another user. */
  actorSession?: string | null
  sessionTenant?: string
}

/** Every cache of this process: the product has one, the tests several. */
const caches = new Set<(userIds?: readonly string[] | null) => void>()
/** These users are read again, in this process. Others hear of it by `tellAll`. */
export function clearPrincipalCaches(userIds: readonly string[] | null = null): void {
  for (const forget of caches) forget(userIds)
}

/** Widest first: what several roles add up to. */
const SCOPES = ['platform', 'tenant', 'depart', 'sales', 'depot', 'customer', 'sub'] as const

/**
 * Who a token is, with rights. Answers are kept four seconds, so that a freeze or a changed role
 * takes effect within five, and are dropped at once on this process on demand.
 */
export function principals(db: Database) {
  const cached = keepLoaded<CachedPrincipal>({ name: 'sessions', max: KEEP, freshMs: FRESH_MS })
  /** These people, or without ids all. */
  const forget = (userIds: readonly string[] | null = null) =>
    cached.forget(
      (_key, found) =>
        userIds === null ||
        !found ||
        !('principal' in found) ||
        userIds.includes(found.principal.userId) ||
        userIds.includes(found.principal.actor?.userId ?? ''),
    )
  caches.add(forget)
  return {
    forget,
    async resolve(token: string, tenant: string | undefined): Promise<CachedPrincipal> {
      if (!/^[\w-]{43}$/.test(token)) return null
      const tenantId = tenant && /^\d{1,18}$/.test(tenant) && tenant !== '0' ? tenant : ''
      return cached.get(`${tenantId}:${token}`, () => read(db, tokenHash(token), tenantId))
    },
  }
}

/**
 * The session of a token, in the tenant the caller asks for. A department belongs to the tenant it
 * was chosen in.
 */
const ofSession = (hash: Buffer, tenantId: string): RawBuilder<unknown> => sql`
  select s.user_id, case
    when coalesce(nullif(${tenantId}, '')::bigint,
      s.tenant_id) = s.tenant_id then s.org_code end as org_code, s.expires_at <= now() as expired,
    coalesce(nullif(${tenantId}, '')::bigint, s.tenant_id) as tenant_id, null::text[] as key_scopes,
    s.seen_at < now() - interval '1 minute' as unseen, s.actor_session,
    s.tenant_id as session_tenant
  from sys_session s where s.token_hash = ${hash}`

async function read(db: Database, hash: Buffer, tenantId: string): Promise<CachedPrincipal> {
  const { found: user, unseen, impersonation } = await rowOf(db.kysely, ofSession(hash, tenantId))
  const found =
    impersonation && user && 'principal' in user
      ? await limitImpersonation(db.kysely, user.principal, impersonation, principalOf)
      : user
  // After the request, which does not wait for it, and a lost minute is no loss.
  if (unseen)
    void sql`update sys_session set seen_at = now() where token_hash = ${hash}`
      .execute(db.kysely)
      .catch(() => undefined)
  return found
}

/**
 * Who acts, with the rights in that tenant. `source` answers at most one row: user_id, org_code,
 * expired, tenant_id and key_scopes (codes the rights are cut down to; null: all of them), unseen.
 * Null: no user, or one who may not sign in any more.
 */
export async function principalOf(
  db: Executor,
  source: RawBuilder<unknown>,
): Promise<CachedPrincipal> {
  return (await rowOf(db, source)).found
}

async function rowOf(
  db: Executor,
  source: RawBuilder<unknown>,
): Promise<{ found: CachedPrincipal; unseen: boolean; impersonation?: Impersonation }> {
  const found = await sql<Row>`
    with s as (
      select o.*, u.username, u.realname, u.tenant_id as home_tenant, u.customer_id, u.parent_user_id
      from (${source}) o join sys_user u on u.id = o.user_id
      where u.status = 1 and u.del_flag = 0
    ), ${loadPermissions}
    select s.*, (s.tenant_id = s.home_tenant or exists (select 1 from sys_user_tenant m
    where m.user_id = s.user_id and m.tenant_id = s.tenant_id))
        and exists (select 1 from tenant t where t.id = s.tenant_id and ${tenantIsOpen}) as member,
      (select array_agg(distinct data_scope) from granted) as scopes,
      ${seesMasks(sql`s.user_id`, sql`s.tenant_id`)} as masked,
      (select array_agg(d.depot_id) from sys_user_depot d where d.tenant_id = s.tenant_id
      and d.user_id = s.user_id) as depots,
      array(select d.org_code from sys_user_depart m join sys_depart d
      on d.tenant_id = m.tenant_id and d.id = m.depart_id
        where m.tenant_id = s.tenant_id and m.user_id = s.user_id and s.customer_id is null order by 1) as org_codes,
      -- A button that is switched off is shown to all (wire.md §5.1); its calls still need the grant.
      (select array_agg(distinct p.perms) from held h join sys_permission p on p.id = h.permission_id
        where p.perms is not null and (p.status = '1' or p.menu_type = 2)) as perms,
      (select json_agg(json_build_object('table', r.table_name, 'field', r.column_name, 'op',
      r.rule_conditions, 'value', r.rule_value))
        from sys_permission_rule r where r.status = 1
          and (r.tenant_id, r.id) in (select h.tenant_id, unnest(h.data_rule_ids) from held h
          where h.data_rule_ids <> '{}')) as rules
    from s`.execute(db)
  const row = found.rows[0]
  if (!row) return { found: null, unseen: false }
  if (row.expired) return { found: { expired: true }, unseen: false }
  if (!row.member) failDenied()
  const dataScope =
    row.customerId !== null
      ? row.parentUserId === null
        ? 'customer'
        : 'sub'
      : (SCOPES.find(
          (scope) => row.scopes?.includes(scope) && scope !== 'customer' && scope !== 'sub',
        ) ?? 'depot')
  const principal: Principal = {
    userId: row.userId,
    username: row.username,
    realname: row.realname,
    tenantId: row.tenantId,
    orgCode: row.orgCode,
    orgCodes: row.orgCodes,
    customerId: row.customerId,
    dataScope,
    depotIds: dataScope === 'depot' ? (row.depots ?? []) : null,
    rules: row.rules ?? [],
    perms: new Set(
      (row.perms ?? []).filter((perm) => row.keyScopes === null || row.keyScopes.includes(perm)),
    ),
    ...(row.masked ? { masked: true } : {}),
    ...(row.keyId ? { keyId: row.keyId } : {}),
  }
  return {
    found: { principal },
    unseen: row.unseen ?? false,
    ...(row.actorSession && row.sessionTenant
      ? { impersonation: { actorSession: row.actorSession, tenantId: row.sessionTenant } }
      : {}),
  }
}
