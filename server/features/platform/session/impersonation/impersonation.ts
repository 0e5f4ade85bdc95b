import { sql } from 'kysely'
import type { Executor } from '#server/kit/access/executor.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import { excessRightsOf, ruleKey } from '#server/kit/access/data-scope-order.ts'
import type { CachedPrincipal } from '../cached-principal.ts'

/** The right to act as another user. */
export const IMPERSONATE = 'sys:user:loginAs'
/** Long enough to see what a colleague or a customer sees, too short to work by it. */
export const IMPERSONATION_MINUTES = 30

/** What the session of a user who acts as another returns. */
export interface Impersonation {
  actorSession: string
  tenantId: string
}

/**
 * Whether a user holds more, in any respect, than the one who would act as them (security.md §6.1).
 */
export function exceeds(actor: Principal, user: Principal): boolean {
  return (
    excessRightsOf(actor, {
      scopes: [user.dataScope],
      perms: [...user.perms],
      rules: user.rules.map(ruleKey),
    }) !== null
  )
}

/**
 * People are administered in the administrator's own session only: their passwords, roles, profiles and
 * sub-accounts, and acting as a third.
 */
const ADMINISTERS = ['sys:user:', 'sys:roleuser:', 'erp:subuser:'] as const
const closed = (perm: string): boolean =>
  ADMINISTERS.some((area) => perm.startsWith(area)) && !perm.endsWith(':list')

/**
 * A user another acts as: that user's rights, as long as the one who acts is signed
 * in, may act and holds no less. Looked at with every reading of the session, so that a freeze or a
 * changed role ends it on either side.
 * @throws Refusal access.denied in a tenant the session was not opened in
 */
export async function limitImpersonation(
  db: Executor,
  user: Principal,
  { actorSession, tenantId }: Impersonation,
  principalOf: (db: Executor, source: ReturnType<typeof ownSession>) => Promise<CachedPrincipal>,
): Promise<CachedPrincipal> {
  if (user.tenantId !== tenantId) failDenied()
  const found = await principalOf(db, ownSession(actorSession, tenantId))
  if (!found || !('principal' in found)) return null
  const { principal: actor } = found
  if (!actor.perms.has(IMPERSONATE) || exceeds(actor, user)) return null
  return {
    principal: {
      ...user,
      ...(actor.masked ? { masked: true } : {}),
      perms: new Set([...user.perms].filter((perm) => !closed(perm))),
      actor: { userId: actor.userId, username: actor.username },
    },
  }
}

/** The one who acts, as their own session knows them, in the tenant they act in. */
function ownSession(id: string, tenantId: string) {
  return sql`select s.user_id, case
      when s.tenant_id = ${tenantId}::bigint then s.org_code end as org_code,
      s.expires_at <= now() as expired, ${tenantId}::bigint as tenant_id,
    null::text[] as key_scopes, false as unseen from sys_session s
    where s.id = ${id} and s.actor_id is null`
}
