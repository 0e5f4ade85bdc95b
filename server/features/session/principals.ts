import { sql } from 'kysely'
import type { DataRule, Principal } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/database.ts'
import { failDenied } from '#server/kit/errors.ts'
import { tokenHash } from './tokens.ts'

const FRESH_MS = 4_000
const KEEP = 10_000

interface Entry { at: number; found: Found }
type Found = { principal: Principal } | { expired: true } | null
type Row = {
  userId: string; username: string; realname: string; homeTenant: string; tenantId: string; orgCode: string | null; customerId: string | null
  parentUserId: string | null; expired: boolean; member: boolean; scopes: string[] | null; depots: string[] | null; perms: string[] | null; rules: DataRule[] | null
}

/** Widest first: what several roles add up to. */
const SCOPES = ['platform', 'tenant', 'sales', 'depot', 'customer', 'sub'] as const

/**
 * Who a token is, with rights. Answers are kept four seconds, so that a freeze or a changed role takes effect
 * within five, and are dropped at once on this process when it is told to.
 */
export function principals(db: Database) {
  const cache = new Map<string, Entry>()
  return {
    forget(): void {
      cache.clear()
    },
    async resolve(token: string, tenant: string | undefined): Promise<Found> {
      if (!/^[\w-]{43}$/.test(token)) return null
      const wanted = tenant && /^\d{1,18}$/.test(tenant) && tenant !== '0' ? tenant : ''
      const key = `${wanted}:${token}`
      const now = performance.now()
      const kept = cache.get(key)
      if (kept && now - kept.at < FRESH_MS) return kept.found
      const found = await read(db, tokenHash(token), wanted)
      if (cache.size >= KEEP) cache.clear()
      cache.set(key, { at: now, found })
      return found
    },
  }
}
export type Principals = ReturnType<typeof principals>

async function read(db: Database, hash: Buffer, wanted: string): Promise<Found> {
  const found = await sql<Row>`
    with s as (
      select s.user_id, s.org_code, s.expires_at <= now() as expired, u.username, u.realname, u.tenant_id as home_tenant, u.customer_id, u.parent_user_id,
        coalesce(nullif(${wanted}, '')::bigint, s.tenant_id) as tenant_id
      from sys_session s join sys_user u on u.id = s.user_id
      where s.token_hash = ${hash} and u.status = 1 and u.del_flag = 0
    ), granted as (
      select r.tenant_id, r.id, r.data_scope from s join sys_user_role ur on ur.user_id = s.user_id
        join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where r.tenant_id = s.tenant_id or r.data_scope = 'platform'
    )
    select s.*, (s.tenant_id = s.home_tenant or exists (select 1 from sys_user_tenant m where m.user_id = s.user_id and m.tenant_id = s.tenant_id)) as member,
      (select array_agg(distinct data_scope) from granted) as scopes,
      (select array_agg(d.depot_id) from sys_user_depot d where d.tenant_id = s.tenant_id and d.user_id = s.user_id) as depots,
      (select array_agg(distinct p.perms) from granted g join sys_role_permission rp on rp.tenant_id = g.tenant_id and rp.role_id = g.id
        join sys_permission p on p.id = rp.permission_id where p.perms is not null and p.status = '1') as perms,
      (select json_agg(json_build_object('table', d.table_name, 'field', c->>'field', 'op', c->>'op', 'value', c->>'value'))
        from granted g join sys_data_rule d on d.tenant_id = g.tenant_id and d.role_id = g.id and d.status = 1, jsonb_array_elements(d.conditions) c) as rules
    from s`.execute(db.kysely)
  const row = found.rows[0]
  if (!row) return null
  if (row.expired) return { expired: true }
  if (!row.member) failDenied()
  const dataScope = row.customerId !== null
    ? (row.parentUserId === null ? 'customer' : 'sub')
    : SCOPES.find((scope) => row.scopes?.includes(scope) && scope !== 'customer' && scope !== 'sub') ?? 'depot'
  return {
    principal: {
      userId: row.userId, username: row.username, realname: row.realname, tenantId: row.tenantId, orgCode: row.orgCode, customerId: row.customerId,
      dataScope, depotIds: dataScope === 'depot' ? row.depots ?? [] : null, perms: new Set(row.perms ?? []), rules: row.rules ?? [],
    },
  }
}
